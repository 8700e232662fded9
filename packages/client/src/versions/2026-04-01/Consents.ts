/** Consents to read bank accounts, in version 2026-04-01. */
import * as Shared from "../../Consents.ts"
import type { ConsentHandle } from "../../Consents.ts"
import type { PostOptions } from "../../transport/ClientOptions.ts"
import type * as Contract from "./Contract.ts"

export class Consents extends Shared.Consents<
  Contract.CreateConsentRequest,
  Contract.Consent,
  Contract.ConsentStatus,
  Contract.ConsentStatusValue,
  Contract.ConsentDetails
> {
  /**
   * Creates a new consent with the same scope as this one. The new consent replaces this one once the user authorizes
   * it.
   */
  async renew(
    consentId: string,
    request: Contract.RenewConsentRequest,
    options: PostOptions = {}
  ): Promise<ConsentHandle<Contract.ConsentDetails, Contract.ConsentStatus>> {
    const made = await this.transport.body<Contract.ConsentDetails>({
      method: "POST",
      path: `/consents/${encodeURIComponent(consentId)}/renewal`,
      body: request,
      ...options
    })
    return this.at(made.consentId)
  }
}
