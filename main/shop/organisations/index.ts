export { createOrganisations, type Organisations, tidyOrganisation } from './organisations.ts'
