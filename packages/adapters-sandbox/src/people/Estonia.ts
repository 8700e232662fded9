/** Who lives in the sandbox's Estonia. */
import type { Population } from "./Population.ts"

const streets = ["Pärna tn", "Kase tn", "Jõe tn", "Rannamäe tee", "Õunapuu tn", "Metsa tn", "Lõuna tn", "Aia tn"]

export const estonia: Population = {
  givenNames: {
    FEMALE: ["Mari", "Kärt", "Liis", "Õnne", "Triin", "Jaanika", "Külli", "Anneli", "Kertu", "Olga"],
    MALE: ["Jüri", "Tõnu", "Märt", "Siim", "Rasmus", "Jaan", "Priit", "Ülo", "Andres", "Sergei"]
  },
  familyNames: [
    "Tamm",
    "Mägi",
    "Sõber",
    "Kõiv",
    "Rebane",
    "Pärn",
    "Lõhmus",
    "Käär",
    "Ojala",
    "Vaher",
    "Kuusk",
    "Põder",
    "Saar"
  ],
  streetAddress: (random) => `${random.pick(streets)} ${random.integer(1, 60)}-${random.integer(1, 40)}`,
  towns: [
    { postalCode: "51005", city: "Tartu" },
    { postalCode: "80010", city: "Pärnu" },
    { postalCode: "10145", city: "Tallinn" },
    { postalCode: "65604", city: "Võru" },
    { postalCode: "93811", city: "Kuressaare" }
  ],
  registrationNo: (random) => `${random.digits(3)} ${random.letters(3)}`
}
