/**
 * What tools need from the sandbox: the companies and scenarios for the tables in its guide, and the simulated bank's
 * OpenAPI document. Nothing else imports this entry point.
 */
export { openApiDocument as bankOpenApi } from "./banks/protocol/BankOpenApi.ts"
export { appHeader, cookieName } from "./clientSide/CompanySite.ts"
export { companies, supportedProductsOf } from "./companies/SandboxCompanies.ts"
export type { Company } from "./companies/Company.ts"
export { signingScript } from "./scenarios/OrderScript.ts"
export { otherPersonalNumber } from "./people/Person.ts"
export { scenarioCatalog } from "./Catalog.ts"
export { consentCatalog, consentTable } from "./banks/ConsentTable.ts"
export type { BankBehavior, ConsentScenarioRow } from "./banks/ConsentTable.ts"
export { passwordParameters } from "./scenarios/ScenarioTable.ts"
export { wrongCode } from "./scenarios/Questions.ts"
export type { ResolvedScenario } from "./scenarios/ScenarioRow.ts"
export { scenarioTable } from "./scenarios/ScenarioTable.ts"
