/** Who lives in the sandbox's Lithuania. */
import type { Population } from "./Population.ts"

const streets = ["Beržų g.", "Ąžuolų g.", "Žvejų g.", "Šilo g.", "Liepų g.", "Vėtrungių g.", "Upės g.", "Pušyno g."]

export const lithuania: Population = {
  givenNames: {
    FEMALE: ["Rasa", "Eglė", "Jūratė", "Aušra", "Živilė", "Ramunė", "Gabija", "Ugnė", "Dovilė", "Irena"],
    MALE: ["Tomas", "Žygimantas", "Mindaugas", "Šarūnas", "Paulius", "Ąžuolas", "Rokas", "Vytenis", "Justas", "Andrius"]
  },
  familyNames: [
    { FEMALE: "Vaitkevičienė", MALE: "Vaitkevičius" },
    { FEMALE: "Žukaitė", MALE: "Žukas" },
    { FEMALE: "Šimkutė", MALE: "Šimkus" },
    { FEMALE: "Balčiūnienė", MALE: "Balčiūnas" },
    { FEMALE: "Rudytė", MALE: "Rudys" },
    { FEMALE: "Mažeikienė", MALE: "Mažeika" },
    { FEMALE: "Gedvilaitė", MALE: "Gedvilas" },
    { FEMALE: "Kairytė", MALE: "Kairys" }
  ],
  streetAddress: (random) => `${random.pick(streets)} ${random.integer(1, 80)}-${random.integer(1, 50)}`,
  towns: [
    { postalCode: "LT-01103", city: "Vilnius" },
    { postalCode: "LT-44280", city: "Kaunas" },
    { postalCode: "LT-92232", city: "Klaipėda" },
    { postalCode: "LT-76298", city: "Šiauliai" },
    { postalCode: "LT-35178", city: "Panevėžys" }
  ],
  registrationNo: (random) => `${random.letters(3)} ${random.digits(3)}`
}
