/** Account numbers, which identify an account even before the bank has given access to it (spec 16). */

/** An account number in the form that banks expect. */
export interface AccountNumber {
  readonly kind: "IBAN" | "BBAN" | "MASKED_PAN"
  readonly number: string
}

/** An IBAN (ISO 13616). The bank verifies the check digits. */
const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** A card number with its middle digits masked, such as `525412******3241`. */
const maskedPan = /^\d{4,6}[*xX]{3,12}\d{1,4}$/

/** A national account number (BBAN, ISO 13616). */
const bban = /^(?=.*\d)[A-Za-z0-9]{4,30}$/

/**
 * Parses an IBAN, a national account number (BBAN) or a masked card number. Returns `undefined` for any other text.
 *
 * @example parse("SE35 5000 0000 0549 1000 0003") // { kind: "IBAN", number: "SE3550000000054910000003" }
 */
export const parse = (text: string): AccountNumber | undefined => {
  const compact = text.replaceAll(" ", "")
  if (iban.test(compact.toUpperCase())) return { kind: "IBAN", number: compact.toUpperCase() }
  if (maskedPan.test(compact)) return { kind: "MASKED_PAN", number: compact }
  return bban.test(compact) ? { kind: "BBAN", number: compact } : undefined
}
