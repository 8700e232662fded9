/** Simulated companies, their data, and the catalogue of scenarios (decisions 16). */
export { layer } from "./Sandbox.ts"
export { catalogue } from "./scenarios/Catalogue.ts"
