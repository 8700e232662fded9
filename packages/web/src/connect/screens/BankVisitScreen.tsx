/** The way to the bank's own page, and the wait after the person comes back. */
import { Button, ButtonLink } from "../../parts/Button.tsx"
import { Busy } from "../../parts/Messages.tsx"
import { Screen } from "../../parts/Screen.tsx"
import { t } from "../../texts/Texts.ts"

export interface BankVisitScreenProps {
  readonly company: string
  /** The bank's page. Absent until the bank has prepared it, and after the person comes back. */
  readonly address?: string | undefined
  /** True if the bank's page does not lead back here, so that this page must stay open. */
  readonly opensTab?: boolean
  /** True if the person only signs in there, and approves nothing. */
  readonly isSignIn?: boolean
  readonly onBack: () => void
}

export const BankVisitScreen = (props: BankVisitScreenProps) => {
  const { address, company, isSignIn = false, onBack, opensTab = false } = props
  return (
    <Screen
      title={t(isSignIn ? "details.title" : "bank.go.title", { company })}
      lead={isSignIn ? t("page.go.lead", { company }) : t("bank.go.lead")}
      actions={
        <>
          {address !== undefined && (
            <ButtonLink href={address} opensTab={opensTab}>
              {t("bank.continue", { company })}
            </ButtonLink>
          )}
          <Button kind="secondary" onPress={onBack}>
            {t("back")}
          </Button>
        </>
      }
    >
      {address === undefined && <Busy>{t("bank.go.waiting")}</Busy>}
    </Screen>
  )
}
