/** Handles requests to order pages: shows the order and accepts one press of a button (spec 12). */
import { SandboxPageButton } from "../scenarios/Scenario.ts"
import type { ElectronicIdError, ElectronicIdProgress } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import { companyOf } from "../companies/SandboxCompanies.ts"
import * as PageLayout from "../pages/PageLayout.ts"
import { personOf } from "../people/Person.ts"
import * as OrderPage from "./OrderPage.ts"
import type { OrderContent } from "./OrderReference.ts"

export interface OrderView {
  readonly facts: OrderContent
  readonly progress: ElectronicIdProgress
  /** True while the order waits for a button press. */
  readonly waits: boolean
  readonly pressed: boolean
}

type Call<A> = Effect.Effect<A, ElectronicIdError>

export interface OrderPageRequest {
  readonly method: string
  /** The last segment of the page's URL, which is also the order's autostart token. */
  readonly token: string
  /** The value of `Accept-Language`. */
  readonly acceptLanguage: string
  /** The language that the person chose on the page. */
  readonly language?: string
  /** The submitted form, URL-encoded, or an empty string. */
  readonly form: string
}

export type OrderPageHandler = (request: OrderPageRequest) => Effect.Effect<PageLayout.PageResponse>

const isPress = Schema.is(SandboxPageButton)

const pressIn = (form: string): SandboxPageButton | undefined => {
  const [press, ...others] = new URLSearchParams(form).getAll("press")
  return isPress(press) && others.length === 0 ? press : undefined
}

export const make = (
  see: (token: string, now: number) => Call<OrderView | undefined>,
  press: (token: string, press: SandboxPageButton, at: number) => Call<void>
): OrderPageHandler => {
  const shown = (
    { facts, ...seen }: OrderView,
    now: number,
    { acceptLanguage, language = "" }: OrderPageRequest
  ): PageLayout.PageResponse => {
    const { company, method, personalNumber, purpose = { products: [] }, returnUrl, startedAt } = facts
    const found = companyOf(company)
    return OrderPage.of(
      {
        ...seen,
        company,
        companyName: found?.displayName ?? company,
        clientName: purpose.clientName,
        personName: personOf(found?.market ?? "se", personalNumber).name,
        purpose,
        method,
        returnUrl,
        second: Math.floor((now - startedAt) / 1000)
      },
      language,
      acceptLanguage
    )
  }

  return (request) => {
    const { acceptLanguage, form, language = "", method, token } = request
    const failed = (state: Parameters<typeof OrderPage.errorPage>[0], statusCode: number): PageLayout.PageResponse =>
      OrderPage.errorPage(state, statusCode, acceptLanguage)
    return Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const seen = yield* see(token, now)
      if (seen === undefined) return failed("unknown", 404)
      if (method !== "POST") return shown(seen, now, request)
      const pressed = pressIn(form)
      if (pressed === undefined) return failed("mistaken", 400)
      // A second press changes nothing, nor does a press after the order has ended.
      if (seen.waits) yield* press(token, pressed, now)
      const { returnUrl } = seen.facts
      if (returnUrl !== undefined) return PageLayout.redirectResponse(returnUrl)
      return PageLayout.redirectResponse(language === "" ? token : `${token}?${new URLSearchParams({ language })}`)
    }).pipe(Effect.catch(() => Effect.succeed(failed("unavailable", 503))))
  }
}
