export { displayView, sceneOf } from './display-view.ts'
