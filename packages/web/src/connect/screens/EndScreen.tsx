/** The screens without a next step: a finished session, and links that cannot be opened. */
import { Busy } from "../../parts/Messages.tsx"
import { Screen } from "../../parts/Screen.tsx"
import { t } from "../../texts/Texts.ts"

/** The reasons why nothing is left to do. */
export type Ending = "notFound" | "expired" | "elsewhere" | "removed" | "failed" | "COMPLETED" | "ABANDONED"

export interface EndScreenProps {
  readonly ending: Ending
  /** The client to which the person returns now. */
  readonly returningTo?: string | undefined
}

export const EndScreen = ({ ending, returningTo }: EndScreenProps) => (
  <Screen title={t(`end.${ending}`)} lead={returningTo === undefined ? t(`end.${ending}.text`) : undefined}>
    {returningTo !== undefined && <Busy>{t("end.returning", { client: returningTo })}</Busy>}
  </Screen>
)
