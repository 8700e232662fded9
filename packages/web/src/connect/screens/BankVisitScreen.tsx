/** The way to the bank's own page, and the wait after the person comes back. */
import { Button, ButtonLink } from "../../components/Button.tsx"
import { BusyIndicator } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"

export interface BankVisitScreenProps {
  readonly company: string
  /** The bank's page. Absent until the bank has prepared it, and after the person comes back. */
  readonly url?: string | undefined
  /** True if the bank's page does not lead back here, so that this page must stay open. */
  readonly opensTab?: boolean
  readonly onBack: () => void
}

export const BankVisitScreen = ({ url, company, onBack, opensTab = false }: BankVisitScreenProps) => (
  <Screen
    title={t("bank.go.title", { company })}
    lead={t("bank.go.lead")}
    actions={
      <>
        {url !== undefined && (
          <ButtonLink href={url} opensTab={opensTab}>
            {t("bank.continue", { company })}
          </ButtonLink>
        )}
        <Button kind="secondary" onPress={onBack}>
          {t("back")}
        </Button>
      </>
    }
  >
    {url === undefined && <BusyIndicator>{t("bank.go.waiting")}</BusyIndicator>}
  </Screen>
)
