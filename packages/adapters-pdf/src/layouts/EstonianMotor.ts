/** The policy of a motor hull insurance of Rannakindlustus (Estonia). */
import type { LayoutFor } from "../layout/Layout.ts"
import { estonian } from "../layout/Writing.ts"

const holder = "Kindlustusvõtja"
const period = "Kindlustusperiood"
const vehicle = "Sõiduk"
const deductibles = "Omavastutus"
const extras = "Lisakaitsed"
const premium = "Kindlustusmakse"

export const estonianMotor: LayoutFor<"vehicleInsurance"> = {
  id: "ee-rannakindlustus/motor-policy",
  company: "ee-rannakindlustus",
  title: "Motor hull policy (kaskokindlustuse poliis)",
  recognisedBy: ["Rannakindlustus", "Kaskokindlustuse poliis"],
  headings: [holder, period, vehicle, deductibles, extras, premium, "Kindlustustingimused KT-26"],
  writing: estonian,
  insuranceType: "vehicleInsurance",
  fields: [
    { target: "insuranceNumber", kind: { type: "text" }, label: "Poliisi number", at: "RIGHT", required: true },
    { target: "startDate", kind: { type: "date" }, label: "Algus", at: "RIGHT", under: period, required: true },
    { target: "endDate", kind: { type: "date" }, label: "Lõpp", at: "RIGHT", under: period, required: true },
    { target: "holder.name", kind: { type: "text" }, label: "Nimi", at: "RIGHT", under: holder, required: true },
    { target: "holder.dateOfBirth", kind: { type: "date" }, label: "Sünniaeg", at: "RIGHT", under: holder },
    {
      target: "holder.streetAddress",
      kind: { type: "text" },
      label: "Aadress",
      at: "RIGHT",
      pattern: /^(.+), \d{5} /u,
      under: holder
    },
    {
      target: "holder.postalCode",
      kind: { type: "text" },
      label: "Aadress",
      at: "RIGHT",
      pattern: /, (\d{5}) /u,
      under: holder
    },
    {
      target: "holder.city",
      kind: { type: "text" },
      label: "Aadress",
      at: "RIGHT",
      pattern: /, \d{5} (.+)$/u,
      under: holder
    },
    { target: "holder.email", kind: { type: "text" }, label: "E-post", at: "RIGHT", under: holder },
    { target: "holder.phoneNumber", kind: { type: "text" }, label: "Telefon", at: "RIGHT", under: holder },
    {
      target: "registrationNo",
      kind: { type: "registrationNumber" },
      label: "Registreerimisnumber",
      at: "RIGHT",
      under: vehicle,
      required: true
    },
    { target: "brand", kind: { type: "text" }, label: "Mark", at: "RIGHT", under: vehicle, required: true },
    { target: "model", kind: { type: "text" }, label: "Mudel", at: "RIGHT", under: vehicle },
    {
      target: "maxMileage",
      kind: { type: "integer", unit: "km" },
      label: "Aastane läbisõit",
      at: "RIGHT",
      under: vehicle
    },
    {
      target: "usedForWork",
      kind: { type: "choice", of: { Isiklik: false, Tööalane: true } },
      label: "Kasutusotstarve",
      at: "RIGHT",
      under: vehicle
    },
    {
      target: "coverage",
      kind: { type: "choice", of: { Kasko: "CASCO", Liikluskindlustus: "MTPL" } },
      label: "Kindlustuskate",
      at: "RIGHT",
      under: vehicle
    },
    {
      target: "premium.amount",
      kind: { type: "money" },
      label: "Kindlustusmakse aastas",
      at: "RIGHT",
      under: premium,
      required: true
    },
    {
      target: "premium.paymentFrequency",
      kind: {
        type: "choice",
        of: { "kord aastas": 1, "kord poolaastas": 2, "kord kvartalis": 4, "kord kuus": 12, ühekordne: 0 }
      },
      label: "Maksesagedus",
      at: "RIGHT",
      under: premium,
      required: true
    },
    { target: "discountAmount", kind: { type: "money" }, label: "Soodustus", at: "RIGHT", under: premium }
  ],
  constants: [
    { target: "insuranceSubType", value: "car" },
    { target: "market", value: "ee" },
    { target: "insuranceCompany", value: "Rannakindlustus" },
    { target: "insuranceName", value: "Kaskokindlustus" },
    { target: "premium.period", value: "YEAR" }
  ],
  rows: [
    { under: deductibles, target: "deductibles" },
    { under: extras, target: "addons", yes: ["Jah"] }
  ]
}
