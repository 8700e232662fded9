/** Generates documents with the PDF library. Companies and people are invented. */
import { sheet } from "./Sheet.ts"
import type { Protection } from "./Sheet.ts"

const [first, second, third, fourth] = [56, 180, 300, 430]

interface Statement {
  readonly coefficient: string
  readonly claims: string
}

/** The claims history that a French insurer gives drivers to show to their next insurer (relevé d'information). */
export const frenchMotorStatement = ({ claims, coefficient }: Statement, protection?: Protection) => {
  const page = sheet("Relevé d'information", protection)
  page.text("Assurance Rivage", true)
  page.text("8 quai des Salines, 44600 Saint-Nazaire")
  page.heading("Relevé d'information automobile")
  page.text("Établi le 02/03/2026, article A. 121-1 du code des assurances")
  page.heading("Contrat")
  page.row([first, "N° de contrat"], [second, "RVA 1804 552 019"])
  page.row([first, "Souscripteur"], [second, "Julien Fauvel"])
  page.row([first, "Formule"], [second, "Tiers étendu"])
  page.row([first, "Période d'assurance du 01/03/2023 au 28/02/2026"])
  page.heading("Véhicule")
  page.row([first, "Immatriculation"], [second, "Marque"], [third, "Modèle"], [fourth, "Usage"])
  page.row([first, "FK-482-MT"], [second, "Peugeot"], [third, "308 SW"], [fourth, "Privé - trajet"])
  page.heading("Conducteur désigné")
  page.row([first, "Nom :"], [second, "Julien Fauvel"])
  page.row([first, "Né(e) le :"], [second, "23/06/1989"])
  page.row([first, "Permis B du :"], [second, "11/09/2008"])
  page.heading("Coefficient de réduction-majoration")
  page.row([first, "Coefficient applicable"], [second, coefficient])
  page.row([first, "Date d'acquisition"], [second, "01/03/2026"])
  page.heading("Sinistres")
  page.text(claims)
  return page.bytes()
}

/** Like ee-motor-policy.html, but laid out by another program. */
export const estonianMotorPolicy = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const page = sheet("Kaskokindlustuse poliis")
  page.text("Rannakindlustus AS", true)
  page.text("Kaskokindlustuse poliis", true)
  page.text("Poliisi number: RK-2026-0051207")
  page.heading("Kindlustusvõtja")
  page.row([first, "Nimi:"], [second, "Toomas Saar"], [third, "Telefon:"], [fourth, "+372 5555 0199"])
  page.row([first, "Sünniaeg:"], [second, "2. mai 1979"])
  page.heading("Kindlustusperiood")
  page.row([first, "Algus:"], [second, from], [third, "Lõpp:"], [fourth, to])
  page.heading("Sõiduk")
  page.row([first, "Mark:"], [second, "Toyota"], [third, "Mudel:"], [fourth, "Corolla"])
  page.row([first, "Registreerimisnumber:"], [second, "307 BVH"], [third, "Kindlustuskate:"], [fourth, "Kasko"])
  page.heading("Omavastutus")
  page.row([first, "Avarii"], [third, "300 €"])
  page.heading("Kindlustusmakse")
  page.row([first, "Kindlustusmakse aastas"], [third, "612 €"])
  page.row([first, "Maksesagedus"], [third, "kord aastas"])
  page.heading("Maksegraafik")
  page.row([first, "15.04.2026"], [third, "306 €"])
  page.row([first, "15.10.2026"], [third, "306 €"])
  return page.bytes()
}

export const unknownLetter = () => {
  const page = sheet("Votre facture")
  page.text("Énergies du Bocage", true)
  page.text("3 place du Marché, 14000 Caen")
  page.heading("Votre facture d'électricité")
  page.row([first, "N° de contrat"], [second, "EB 900 417 22"])
  page.text("Montant prélevé le 12 mars 2026 : 148,22 €")
  return page.bytes()
}

export const scan = (picture: string) => {
  const page = sheet("Scan")
  page.picture(picture)
  return page.bytes()
}
