/** The screens without a next step: a finished session, and links that cannot be opened. */
import { BusyIndicator } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"

/** The reasons why nothing is left to do. */
export type Ending = "notFound" | "expired" | "elsewhere" | "removed" | "window" | "failed" | "COMPLETED" | "ABANDONED"

export interface EndScreenProps {
  readonly ending: Ending
  /** The client to which the person returns now. */
  readonly returningTo?: string | undefined
}

export const EndScreen = ({ ending, returningTo }: EndScreenProps) => (
  <Screen title={t(`end.${ending}`)} lead={returningTo === undefined ? t(`end.${ending}.text`) : undefined}>
    {returningTo !== undefined && <BusyIndicator>{t("end.returning", { client: returningTo })}</BusyIndicator>}
  </Screen>
)
