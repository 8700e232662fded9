/** Vehicles that people have. */
import type { VehicleSubType } from "@sheaf/domain/InsuranceType"

export interface Vehicle {
  readonly brand: string
  readonly model: string
}

const of = (brand: string, ...models: ReadonlyArray<string>): ReadonlyArray<Vehicle> =>
  models.map((model) => ({ brand, model }))

export const vehicles: Readonly<Record<VehicleSubType, ReadonlyArray<Vehicle>>> = {
  car: [
    ...of("Volvo", "V60", "XC40", "EX30"),
    ...of("Škoda", "Octavia", "Enyaq"),
    ...of("Volkswagen", "Golf", "ID.4"),
    ...of("Toyota", "Corolla", "RAV4"),
    ...of("Kia", "Niro", "Ceed"),
    ...of("Renault", "Clio", "Mégane"),
    ...of("Peugeot", "208", "308"),
    ...of("Citroën", "C3")
  ],
  motorcycle: [...of("Yamaha", "MT-07", "Tracer 7"), ...of("Honda", "CB500X"), ...of("Triumph", "Street Twin")],
  moped: [...of("Vespa", "Primavera 50"), ...of("Peugeot", "Kisbee 50")],
  caravan: [...of("Kabe", "Safir"), ...of("Hobby", "De Luxe 460"), ...of("Adria", "Altea")],
  motorhome: [...of("Hymer", "Tramp S"), ...of("Bürstner", "Lyseo TD")],
  trailer: [...of("Fogelsta", "FL1425"), ...of("Tiki", "C300")],
  boat: [...of("Ryds", "548"), ...of("Buster", "M"), ...of("Jeanneau", "Cap Camarat 5.5")],
  snowmobile: [...of("Lynx", "69 Ranger"), ...of("Ski-Doo", "Expedition")],
  other: [...of("Babboe", "Curve Mountain"), ...of("Crescent", "Elina")]
}
