/**
 * The statement of a motor insurance of Rivage (France), its relevé d'information: what a driver shows to the next insurer.
 * It has the bonus-malus coefficient and the claims, and no premium.
 */
import type { LayoutFor } from "../layout/Layout.ts"
import { french } from "../layout/Writing.ts"

const contract = "Contrat"
const vehicle = "Véhicule"
const driver = "Conducteur désigné"
const bonus = "Coefficient de réduction-majoration"
const claims = "Sinistres"

export const frenchMotorStatement: LayoutFor<"vehicleInsurance"> = {
  id: "fr-rivage/motor-statement",
  company: "fr-rivage",
  title: "Motor statement with bonus-malus (relevé d'information automobile)",
  recognisedBy: ["Assurance Rivage", "Relevé d'information automobile"],
  headings: [contract, vehicle, driver, bonus, claims],
  writing: french,
  insuranceType: "vehicleInsurance",
  fields: [
    { target: "insuranceNumber", kind: { type: "text" }, label: "N° de contrat", at: "RIGHT", required: true },
    {
      target: "startDate",
      kind: { type: "date" },
      label: "Période d'assurance",
      at: "SAME_LINE",
      pattern: /du (\S+) au/u,
      under: contract,
      required: true
    },
    {
      target: "endDate",
      kind: { type: "date" },
      label: "Période d'assurance",
      at: "SAME_LINE",
      pattern: / au (\S+)$/u,
      under: contract
    },
    {
      target: "coverage",
      kind: {
        type: "choice",
        of: { Tiers: "THIRD_PARTY", "Tiers étendu": "THIRD_PARTY_PLUS", "Tous risques": "COMPREHENSIVE" }
      },
      label: "Formule",
      at: "RIGHT",
      under: contract
    },
    {
      target: "holder.name",
      kind: { type: "text" },
      label: "Souscripteur",
      at: "RIGHT",
      under: contract,
      required: true
    },
    {
      target: "registrationNo",
      kind: { type: "registrationNumber" },
      label: "Immatriculation",
      at: "BELOW",
      under: vehicle,
      required: true
    },
    { target: "brand", kind: { type: "text" }, label: "Marque", at: "BELOW", under: vehicle, required: true },
    { target: "model", kind: { type: "text" }, label: "Modèle", at: "BELOW", under: vehicle },
    {
      target: "usedForWork",
      kind: { type: "choice", of: { "Privé - trajet": false, Professionnel: true } },
      label: "Usage",
      at: "BELOW",
      under: vehicle
    },
    { target: "primaryDriver.name", kind: { type: "text" }, label: "Nom", at: "RIGHT", under: driver, required: true },
    { target: "primaryDriver.dateOfBirth", kind: { type: "date" }, label: "Né(e) le", at: "RIGHT", under: driver },
    {
      target: "primaryDriver.drivingLicenceDate",
      kind: { type: "date" },
      label: "Permis B du",
      at: "RIGHT",
      under: driver
    },
    {
      target: "bonusMalus.coefficient",
      kind: { type: "number" },
      label: "Coefficient applicable",
      at: "RIGHT",
      under: bonus,
      required: true
    },
    {
      target: "claims.numberOfClaims",
      kind: { type: "integer" },
      label: "Nombre de sinistres",
      at: "SAME_LINE",
      pattern: /: (\d+)$/u,
      under: claims,
      required: true
    },
    {
      target: "claims.periodInMonths",
      kind: { type: "integer" },
      label: "Nombre de sinistres",
      at: "SAME_LINE",
      pattern: /des (\d+) derniers mois/u,
      under: claims,
      required: true
    }
  ],
  constants: [
    { target: "insuranceSubType", value: "car" },
    { target: "market", value: "fr" },
    { target: "insuranceCompany", value: "Assurance Rivage" },
    { target: "insuranceName", value: "Assurance auto" }
  ],
  rows: []
}
