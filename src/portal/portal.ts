export { createService, type Service } from './service.ts'
export { startPage } from './start-page.ts'
