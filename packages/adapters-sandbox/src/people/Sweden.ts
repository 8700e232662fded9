/** Who lives in the sandbox's Sweden. */
import type { Population } from "./Population.ts"

const streets = ["Storgatan", "Björkvägen", "Åsgatan", "Skogsvägen", "Ängsgatan", "Parkgatan", "Strandvägen", "Nygatan"]

export const sweden: Population = {
  givenNames: {
    FEMALE: ["Maja", "Åsa", "Elin", "Linnéa", "Karin", "Sara", "Ebba", "Ingrid", "Märta", "Amina", "Wilma", "Tove"],
    MALE: ["Erik", "Oskar", "Göran", "Nils", "Björn", "Axel", "Johan", "Ali", "Måns", "Viktor", "Sören", "Emil"]
  },
  familyNames: [
    "Lind",
    "Björklund",
    "Åkesson",
    "Sjöström",
    "Håkansson",
    "Ekdahl",
    "Öberg",
    "Nyqvist",
    "Sandström",
    "Dahlgren",
    "Ahmed",
    "Wallin",
    "Hedlund",
    "Norén",
    "Sundqvist",
    "Ljungberg"
  ],
  streetAddress: (random) => `${random.pick(streets)} ${random.integer(1, 94)}${random.pick(["", "", "", "A", "B"])}`,
  towns: [
    { postalCode: "753 20", city: "Uppsala" },
    { postalCode: "703 61", city: "Örebro" },
    { postalCode: "582 24", city: "Linköping" },
    { postalCode: "214 33", city: "Malmö" },
    { postalCode: "903 26", city: "Umeå" },
    { postalCode: "352 33", city: "Växjö" },
    { postalCode: "852 31", city: "Sundsvall" },
    { postalCode: "411 06", city: "Göteborg" }
  ],
  // 070-174 06 05 to 06 99 are kept for fiction by the Swedish telecom regulator.
  phoneNumber: (random) => `+46701740${random.integer(605, 699)}`,
  registrationNo: (random) => `${random.letters(3)} ${random.digits(2)}${random.letters(1)}`
}
