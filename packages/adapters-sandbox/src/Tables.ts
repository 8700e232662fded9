/**
 * The companies and scenarios from which `npm run generate` writes `docs/sandbox.md`. The service does not import this
 * entry point.
 */
export { appHeader, cookieName } from "./clientSide/Site.ts"
export { companies, supportedOf } from "./companies/Companies.ts"
export type { Company } from "./companies/Company.ts"
export { signs } from "./electronicId/OrderScript.ts"
export { anothersNumber } from "./people/Person.ts"
export { catalogue } from "./scenarios/Catalogue.ts"
export { consentCatalogue, consentTable } from "./scenarios/ConsentTable.ts"
export type { BankBehaviour, ConsentRow } from "./scenarios/ConsentTable.ts"
export { passwordParameters } from "./scenarios/Credentials.ts"
export { wrongCode } from "./scenarios/Questions.ts"
export type { PlayedScenario } from "./scenarios/ScenarioRow.ts"
export { table } from "./scenarios/ScenarioTable.ts"
