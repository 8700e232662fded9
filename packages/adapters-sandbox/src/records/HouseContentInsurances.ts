/** Drawn insurances of homes (decisions 10). */
import type { HouseContentInsurance } from "@sheaf/domain/insurance/HouseContentInsurance"
import type { HouseContentSubType } from "@sheaf/domain/InsuranceType"
import { fieldsOf } from "./InsuranceFields.ts"
import type { Draw } from "./InsuranceFields.ts"
import type { HouseContentOffer, Range } from "./InsuranceOffer.ts"
import { whole } from "./Money.ts"
import type { Random } from "./Random.ts"

interface Dwelling {
  readonly livingArea: Range
  readonly floors: ReadonlyArray<number>
  readonly isHouse: boolean
}

const dwellings: Readonly<Record<HouseContentSubType, Dwelling>> = {
  villa: { livingArea: [96, 215], floors: [1, 1.5, 2], isHouse: true },
  cottage: { livingArea: [38, 84], floors: [1, 1.5], isHouse: true },
  condo: { livingArea: [34, 112], floors: [1], isHouse: false },
  home: { livingArea: [28, 96], floors: [1], isHouse: false }
}

/** What only French home insurances tell. */
const frenchHome = (amenities: ReadonlyArray<string>, livingArea: number, random: Random) => ({
  additionalAmenities: [random.pick(amenities)],
  numberOfRooms: Math.max(1, Math.round(livingArea / 22)),
  ownershipStatus: random.pick(["OWNER", "CO_OWNER", "TENANT"] as const),
  residentialStatus: random.pick(["PRIMARY", "PRIMARY", "SECONDARY"] as const)
})

export const houseContentInsurance = (offer: HouseContentOffer, draw: Draw): HouseContentInsurance => {
  const { company, person, random } = draw
  const insuranceSubType = random.pick(offer.subTypes)
  const dwelling = dwellings[insuranceSubType]
  const livingArea = random.integer(...dwelling.livingArea)
  return {
    insuranceType: offer.insuranceType,
    insuranceSubType,
    ...fieldsOf(offer, draw),
    insuranceObjectStreetAddress: person.streetAddress,
    insuranceObjectPostalCode: person.postalCode,
    insuranceObjectCity: person.city,
    livingArea,
    ...(dwelling.isHouse && { ancillaryArea: random.integer(8, 60), hasBasement: random.pick([true, false]) }),
    constructionYear: random.integer(1908, 2021),
    numberOfFloors: random.pick(dwelling.floors),
    numberOfBathrooms: livingArea > 110 ? 2 : 1,
    insuredMovablesAmount: whole(company.market, random.pick(offer.movables)),
    ...(offer.amenities !== undefined && frenchHome(offer.amenities, livingArea, random))
  }
}
