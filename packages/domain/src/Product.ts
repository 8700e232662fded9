/** What can be collected from a company (decisions 1). */
import { Schema } from "effect"

/** `INSURANCE` and `WEALTH` by logging in to a company, `PSD2_AIS` under a consent at an account-holding bank. */
export const Product = Schema.Literals(["INSURANCE", "WEALTH", "PSD2_AIS"]).annotate({
  identifier: "Product",
  description: "What can be collected from a company."
})
export type Product = typeof Product.Type
