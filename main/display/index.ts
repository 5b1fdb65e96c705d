export { displayView } from './display-view.ts'
export { sceneOf } from './scene.ts'
