export { CONTENT_HEADERS, CONTENT_POLICY, fileForRequest } from './content-policy.ts'
