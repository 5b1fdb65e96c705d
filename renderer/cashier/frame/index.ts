export { ErrorBoundary } from './error-boundary.tsx'
export { Frame } from './frame.tsx'
export { loadRooms } from './rooms.ts'
