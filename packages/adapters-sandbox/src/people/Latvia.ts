/** Who lives in the sandbox's Latvia. */
import type { Population } from "./Population.ts"

const streets = ["Bērzu iela", "Ķiršu iela", "Jūras iela", "Ozolu iela", "Ļaudonas iela", "Ābeļu iela", "Dārza iela"]

export const latvia: Population = {
  givenNames: {
    FEMALE: ["Līga", "Ilze", "Anna", "Dzintra", "Māra", "Elīna", "Ieva", "Sanita", "Zane", "Gunta"],
    MALE: ["Jānis", "Andris", "Māris", "Kārlis", "Ģirts", "Rihards", "Edgars", "Ēriks", "Aigars", "Uldis"]
  },
  familyNames: [
    { FEMALE: "Bērziņa", MALE: "Bērziņš" },
    { FEMALE: "Kalniņa", MALE: "Kalniņš" },
    { FEMALE: "Ozola", MALE: "Ozols" },
    { FEMALE: "Krūmiņa", MALE: "Krūmiņš" },
    { FEMALE: "Zariņa", MALE: "Zariņš" },
    { FEMALE: "Liepiņa", MALE: "Liepiņš" },
    { FEMALE: "Ķēniņa", MALE: "Ķēniņš" },
    { FEMALE: "Šteina", MALE: "Šteins" }
  ],
  streetAddress: (random) => `${random.pick(streets)} ${random.integer(1, 90)}-${random.integer(1, 60)}`,
  towns: [
    { postalCode: "LV-1010", city: "Rīga" },
    { postalCode: "LV-3001", city: "Jelgava" },
    { postalCode: "LV-3401", city: "Liepāja" },
    { postalCode: "LV-4201", city: "Valmiera" },
    { postalCode: "LV-2015", city: "Jūrmala" }
  ],
  registrationNo: (random) => `${random.letters(2)}-${random.digits(4)}`
}
