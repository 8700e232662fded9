/** The policy of a home insurance of Rivage (France): its conditions particulières. */
import type { LayoutFor } from "../layout/Layout.ts"
import { french } from "../layout/Writing.ts"

const holder = "Souscripteur"
const dwelling = "Le logement assuré"
const amenities = "Équipements déclarés"
const options = "Garanties optionnelles"
const deductibles = "Franchises"
const premium = "Cotisation"

export const frenchHome: LayoutFor<"houseContentInsurance"> = {
  id: "fr-rivage/home-policy",
  company: "fr-rivage",
  title: "Home policy (multirisque habitation, conditions particulières)",
  recognisedBy: ["Assurance Rivage", "Multirisque habitation", "Conditions particulières"],
  headings: [holder, dwelling, amenities, options, deductibles, premium],
  writing: french,
  insuranceType: "houseContentInsurance",
  fields: [
    { target: "insuranceNumber", kind: { type: "text" }, label: "N° de contrat", at: "BELOW", required: true },
    { target: "startDate", kind: { type: "date" }, label: "Date d'effet", at: "BELOW", required: true },
    { target: "renewalDate", kind: { type: "date" }, label: "Échéance principale", at: "BELOW" },
    {
      target: "holder.name",
      kind: { type: "text" },
      label: "Nom et prénom",
      at: "RIGHT",
      pattern: /^(?:(?:Mme|M\.|Mlle) )?(.+)$/u,
      under: holder,
      required: true
    },
    {
      target: "holder.streetAddress",
      kind: { type: "text" },
      label: "Adresse",
      at: "RIGHT",
      pattern: /^(.+), \d{5} /u,
      under: holder
    },
    {
      target: "holder.postalCode",
      kind: { type: "text" },
      label: "Adresse",
      at: "RIGHT",
      pattern: /, (\d{5}) /u,
      under: holder
    },
    {
      target: "holder.city",
      kind: { type: "text" },
      label: "Adresse",
      at: "RIGHT",
      pattern: /, \d{5} (.+)$/u,
      under: holder
    },
    { target: "holder.email", kind: { type: "text" }, label: "Courriel", at: "RIGHT", under: holder },
    { target: "holder.phoneNumber", kind: { type: "text" }, label: "Téléphone", at: "RIGHT", under: holder },
    {
      target: "insuranceObjectStreetAddress",
      kind: { type: "text" },
      label: "Adresse du risque",
      at: "RIGHT",
      pattern: /^(.+), \d{5} /u,
      under: dwelling
    },
    {
      target: "insuranceObjectPostalCode",
      kind: { type: "text" },
      label: "Adresse du risque",
      at: "RIGHT",
      pattern: /, (\d{5}) /u,
      under: dwelling
    },
    {
      target: "insuranceObjectCity",
      kind: { type: "text" },
      label: "Adresse du risque",
      at: "RIGHT",
      pattern: /, \d{5} (.+)$/u,
      under: dwelling
    },
    {
      target: "insuranceSubType",
      kind: { type: "choice", of: { Appartement: "condo", Maison: "villa", Logement: "home" } },
      label: "Nature du logement",
      at: "RIGHT",
      under: dwelling,
      required: true
    },
    {
      target: "ownershipStatus",
      kind: {
        type: "choice",
        of: { Propriétaire: "OWNER", Copropriétaire: "CO_OWNER", Locataire: "TENANT", Autre: "OTHER" }
      },
      label: "Qualité de l'assuré",
      at: "RIGHT",
      under: dwelling
    },
    {
      target: "residentialStatus",
      kind: {
        type: "choice",
        of: {
          "Résidence principale": "PRIMARY",
          "Résidence secondaire": "SECONDARY",
          "Mis en location": "RENTED_OUT",
          Inoccupé: "VACANT"
        }
      },
      label: "Usage",
      at: "RIGHT",
      under: dwelling
    },
    {
      target: "numberOfRooms",
      kind: { type: "integer" },
      label: "Nombre de pièces principales",
      at: "RIGHT",
      under: dwelling
    },
    {
      target: "livingArea",
      kind: { type: "number", unit: "m²" },
      label: "Surface habitable",
      at: "RIGHT",
      under: dwelling
    },
    {
      target: "ancillaryArea",
      kind: { type: "number", unit: "m²" },
      label: "Dépendances",
      at: "RIGHT",
      under: dwelling
    },
    {
      target: "constructionYear",
      kind: { type: "integer" },
      label: "Année de construction",
      at: "RIGHT",
      under: dwelling
    },
    {
      target: "insuredMovablesAmount",
      kind: { type: "money" },
      label: "Capital mobilier garanti",
      at: "RIGHT",
      under: dwelling
    },
    {
      target: "premium.amount",
      kind: { type: "money" },
      label: "Cotisation annuelle TTC",
      at: "RIGHT",
      under: premium,
      required: true
    },
    {
      target: "premium.paymentFrequency",
      kind: { type: "choice", of: { annuel: 1, semestriel: 2, trimestriel: 4, mensuel: 12 } },
      label: "Fractionnement",
      at: "RIGHT",
      under: premium,
      required: true
    }
  ],
  constants: [
    { target: "market", value: "fr" },
    { target: "insuranceCompany", value: "Assurance Rivage" },
    { target: "insuranceName", value: "Assurance multirisque habitation" },
    { target: "premium.period", value: "YEAR" }
  ],
  rows: [
    { under: amenities, target: "insurance.additionalAmenities", yes: ["Oui"] },
    { under: options, target: "addons", yes: ["Oui"] },
    { under: deductibles, target: "deductibles" }
  ]
}
