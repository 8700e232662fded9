/**
 * Completes the Connect page's requests with what only the service knows: the session's settings and the person's
 * device (spec 13).
 */
import { Result, Schema, Struct } from "effect"
import * as LoginIdentity from "../collections/LoginIdentity.ts"
import * as Parameter from "../collections/Parameter.ts"
import type { StartCommand } from "../collections/StartCollection.ts"
import * as LoginMethod from "../companies/LoginMethod.ts"
import type { CreateConsent } from "../consents/CreateConsent.ts"
import type { Violation } from "../shared/Violation.ts"
import type { ConnectParameter, CreateConnectConsent, StartConnectCollection } from "./ConnectPageApi.ts"
import type { CreateConnectSession } from "./ConnectSession.ts"

export interface ConnectRequestContext extends Pick<
  CreateConnectSession,
  "clientReference" | "products" | "psd2Ais" | "sessionMetadata"
> {
  readonly connectSessionId: string
  /** The IP address of the person's device, if known. */
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
  readonly page?: string
}

type Completed = Result.Result<Parameter.Parameter, Violation>

/** A `User-Agent` that does not match is omitted: it is optional, and an invalid one would make the request fail. */
const userAgentForm = /^[^\p{Cc}]{1,1024}$/u

const earliest = (a: string | undefined, b: string | undefined): string | undefined =>
  a !== undefined && b !== undefined ? (a < b ? a : b) : (a ?? b)

const isWebDevice = Schema.is(Parameter.WebDevice)

/**
 * Describes the person's browser in the form that electronic-ID providers require. The session's id serves as the
 * device identifier, because a session belongs to one browser and its id does not reveal the person's other sessions.
 */
const browserOf = ({ connectSessionId, page = "", userAgent = "" }: ConnectRequestContext): Parameter.DeviceData => {
  const [, domain] = /^https?:\/\/([^/:]+)/.exec(page) ?? []
  const web = { referringDomain: domain, userAgent: userAgent.slice(0, 256), deviceIdentifier: connectSessionId }
  return isWebDevice(web) ? { web } : {}
}

/** Completes a parameter that the page sent. A person can ask for less than the session allows, but not for more. */
const completed = (parameter: ConnectParameter, index: number, context: ConnectRequestContext): Completed => {
  const { address, psd2Ais = {}, userAgent } = context
  switch (parameter.type) {
    case "PSD2_AIS_CONSENT": {
      if (address === undefined) {
        const detail = "The service does not know the network address of the person's device."
        return Result.fail({ pointer: `/parameters/${index}`, code: "UNEXPECTED_PARAMETER", detail })
      }
      const validUntil = earliest(parameter.validUntil, psd2Ais.validUntil)
      return Result.succeed({
        ...parameter,
        balances: (parameter.balances ?? true) && (psd2Ais.balances ?? true),
        transactions: (parameter.transactions ?? true) && (psd2Ais.transactions ?? true),
        ...(validUntil !== undefined && { validUntil }),
        psuIpAddress: address
      })
    }
    case "STORED_CONSENT":
      return Result.succeed({
        ...parameter,
        ...(address !== undefined && { psuIpAddress: address }),
        ...(userAgent !== undefined && userAgentForm.test(userAgent) && { psuUserAgent: userAgent })
      })
    default:
      return Result.succeed(
        LoginIdentity.takesEndUserIp(parameter)
          ? { ...LoginIdentity.withEndUserIp(parameter, address), ...browserOf(context) }
          : parameter
      )
  }
}

const parametersOf = (
  parameters: ReadonlyArray<ConnectParameter>,
  context: ConnectRequestContext
): Result.Result<ReadonlyArray<Parameter.Parameter>, ReadonlyArray<Violation>> => {
  const all = parameters.map((parameter, index) => completed(parameter, index, context))
  const violations = all.flatMap((each) => (Result.isFailure(each) ? [each.failure] : []))
  return violations.length > 0
    ? Result.fail(violations)
    : Result.succeed(all.flatMap((each) => (Result.isSuccess(each) ? [each.success] : [])))
}

const referenceIn = ({ clientReference }: ConnectRequestContext) =>
  clientReference === undefined ? {} : { clientReference }

/**
 * If the client gave no SESSION_ID, uses the Connect session's id. When the person reloads the page and starts again,
 * the new collection then supersedes the earlier one.
 */
export const toStartCommand = (
  { company, loginMethod, parameters, sensitive }: StartConnectCollection,
  context: ConnectRequestContext
): Result.Result<StartCommand, ReadonlyArray<Violation>> =>
  Result.map(parametersOf(parameters, context), (completedParameters) => ({
    company,
    ...(loginMethod !== undefined && { loginMethod }),
    parameters: [
      ...completedParameters,
      { type: "SESSION_METADATA", attributes: { SESSION_ID: context.connectSessionId, ...context.sessionMetadata } }
    ],
    ...(sensitive !== undefined && sensitive.length > 0 && { sensitive }),
    ...(context.products && { products: context.products }),
    ...referenceIn(context)
  }))

const parameterWithoutDevice = (parameter: Parameter.Parameter) => {
  switch (parameter.type) {
    case "SWEDISH_EID":
      return Struct.omit(parameter, ["endUserIp", "web"])
    case "PSD2_AIS_CONSENT":
      return Struct.omit(parameter, ["psuIpAddress"])
    case "STORED_CONSENT":
      return Struct.omit(parameter, ["psuIpAddress", "psuUserAgent"])
    default:
      return parameter
  }
}

/**
 * Removes the device data that the service added. Otherwise, a phone that switches networks would send a different
 * request under the same idempotency key.
 */
export const withoutDevice = <Request extends { readonly parameters: ReadonlyArray<Parameter.Parameter> }>(
  request: Request
) => ({
  ...request,
  parameters: request.parameters.map(parameterWithoutDevice)
})

export interface ConnectAuthorizationOptions {
  /** False if the bank accepts authorization only on its own page. */
  readonly byElectronicId: boolean
  readonly page: string
}

const isLogin = (type: string): boolean => LoginMethod.parameterTypes.some((each) => each === type)

const personMethodOf = ({ loginMethod, parameters }: CreateConnectConsent) => {
  const method = loginMethod && LoginMethod.describe(loginMethod)
  return method?.authorizesConsents && parameters.some(({ type }) => type === method.parameter) ? method : undefined
}

/**
 * The person returns to the session's page from the bank's page, or from an app that was opened by a link. On the
 * session's page, the browser that opened the session confirms the consent.
 */
export const toConsentRequest = (
  request: CreateConnectConsent,
  context: ConnectRequestContext,
  { byElectronicId, page }: ConnectAuthorizationOptions
): Result.Result<CreateConsent, ReadonlyArray<Violation>> =>
  Result.map(parametersOf(request.parameters, context), (parameters) => {
    const { company, loginMethod } = request
    const asked = { company, ...(loginMethod !== undefined && { loginMethod }), ...referenceIn(context) }
    const method = byElectronicId ? personMethodOf(request) : undefined
    if (method !== undefined) return { ...asked, parameters, ...(method.deviceLink && { returnUrl: page }) }
    return { ...asked, parameters: parameters.filter(({ type }) => !isLogin(type)), returnUrl: page }
  })
