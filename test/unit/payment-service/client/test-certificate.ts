import { selfSigned } from '../../../../scripts/shop-database/certificates.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** A self-made certificate for one test and a name that does not resolve. */
export const testCertificate = (name: string): { readonly key: string; readonly certificate: string } =>
  selfSigned(temporaryFolder(), name)
