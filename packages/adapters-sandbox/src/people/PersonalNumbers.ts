/** Personal numbers beside those that choose scenarios: made like the published test numbers, with valid check digits. */

/** The person who signs in place of the one who was named. */
export const anothersNumber = "198006062395"

/** How a company writes the number of a person, which differs from how the service does. */
export const asCompanyWrites = (personalNumber: string): string =>
  `${personalNumber.slice(0, -4)}-${personalNumber.slice(-4)}`
