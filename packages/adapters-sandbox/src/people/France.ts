/** Who lives in the sandbox's France. */
import type { Population } from "./Population.ts"

const streets = [
  "rue des Tilleuls",
  "avenue de la Gare",
  "rue du Moulin",
  "chemin des Vignes",
  "place de l'Église",
  "rue Haute"
]

export const france: Population = {
  givenNames: {
    FEMALE: ["Claire", "Zoé", "Hélène", "Inès", "Amélie", "Noémie", "Françoise", "Léa", "Aïcha", "Mélanie"],
    MALE: ["Julien", "François", "Rémi", "Théo", "Benoît", "Jérôme", "Loïc", "Karim", "Étienne", "Antoine"]
  },
  familyNames: [
    "Moreau",
    "Lefèvre",
    "Besnard",
    "Gaillard",
    "Chevalier",
    "Benali",
    "Prévost",
    "Marchand",
    "Rivière",
    "Delaunay",
    "Noël"
  ],
  streetAddress: (random) => `${random.integer(1, 98)} ${random.pick(streets)}`,
  towns: [
    { postalCode: "44000", city: "Nantes" },
    { postalCode: "35000", city: "Rennes" },
    { postalCode: "69003", city: "Lyon" },
    { postalCode: "38000", city: "Grenoble" },
    { postalCode: "42000", city: "Saint-Étienne" },
    { postalCode: "51100", city: "Reims" }
  ],
  // 06 39 98 00 00 to 99 99 are kept for fiction by the French telecom regulator.
  phoneNumber: (random) => `+3363998${random.digits(4)}`,
  registrationNo: (random) => `${random.letters(2)}-${random.digits(3)}-${random.letters(2)}`
}
