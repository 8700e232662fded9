/** What an open electronic-ID order shows to the person, by login method (spec 2.5, 17). */
import { isNotOpenedYet } from "@sheaf/domain/ElectronicIdHint"
import { autostartInformation } from "@sheaf/domain/ExtraInformation"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { DisplayEntry } from "../companies/Connector.ts"
import type { ElectronicIdOrder } from "./ElectronicId.ts"

export interface OrderInstructions {
  readonly information?: ExtraInformation
  readonly display?: ReadonlyArray<DisplayEntry>
}

/**
 * Returns the order's page and the control code to compare. Until somebody opens the order, also returns the QR codes
 * and links that the login method supports.
 */
export const orderInstructionsOf = (
  method: LoginMethod.LoginMethod,
  { animatedCode, appUrl, autoStartToken, controlCode, deviceLink, pageUrl }: ElectronicIdOrder,
  hint: string
): OrderInstructions => {
  const isUnopened = isNotOpenedYet(hint)
  const { animatedQr, autostart, page } = LoginMethod.describe(method)
  const display: ReadonlyArray<DisplayEntry> = [
    ...(isUnopened && animatedQr && animatedCode ? [{ _tag: "AnimatedCode", ...animatedCode } as const] : []),
    ...(isUnopened && deviceLink ? [{ _tag: "DeviceLink", ...deviceLink } as const] : [])
  ]
  const information: ExtraInformation = {
    ...(isUnopened && autostart && autoStartToken !== undefined && autostartInformation(autoStartToken)),
    ...(isUnopened && appUrl !== undefined && { APP_URL: appUrl }),
    ...(controlCode !== undefined && { REFERENCE_NUMBER: controlCode }),
    ...(pageUrl !== undefined && { [page ? "REDIRECT_URL" : "ORDER_PAGE_URL"]: pageUrl })
  }
  return {
    ...(Object.keys(information).length > 0 && { information }),
    ...(display.length > 0 && { display })
  }
}
