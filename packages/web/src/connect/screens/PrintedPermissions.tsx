/** The permissions on paper: one table, with who can read, as of when, and where the page is. */
import { formatDateTime, formatDay, formatList } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import type { CompanyPermissions } from "../models/PermissionGroups.ts"
import { statementsOf } from "../models/Statements.ts"
import type { Statement } from "../models/Statements.ts"
import { capitalized, stateOf } from "../models/CompanySummary.ts"
import "./PrintedPermissions.css"

const Row = ({ statement: { end, givenAt, key, kind, what } }: { readonly statement: Statement }) => (
  <tr>
    <td>
      <strong>{kind}</strong>
      {what.map((line) => (
        <span key={line}> · {line}</span>
      ))}
      <small>
        {t("permissions.reference")}: {key.id}
      </small>
    </td>
    <td>{formatDay(givenAt)}</td>
    <td>{capitalized(formatList(end))}</td>
  </tr>
)

const Company = ({ company }: { readonly company: CompanyPermissions }) => {
  const state = stateOf(company)
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          {company.name}
          {state !== undefined && <small> {state}</small>}
        </th>
      </tr>
      {statementsOf(company).map((statement) => (
        <Row key={statement.key.id} statement={statement} />
      ))}
    </tbody>
  )
}

export interface PrintedPermissionsProps {
  readonly client: string
  readonly companies: ReadonlyArray<CompanyPermissions>
}

export const PrintedPermissions = ({ client, companies }: PrintedPermissionsProps) => (
  <div class="printed">
    <DescriptionList
      facts={[
        [t("permissions.reader"), [client]],
        [t("permissions.page"), [location.origin + location.pathname]]
      ]}
    />
    <p class="printed__time">{t("permissions.printed", { time: formatDateTime(new Date()) })}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">{t("permissions.what")}</th>
          <th scope="col">{t("permissions.given")}</th>
          <th scope="col">{t("permissions.until")}</th>
        </tr>
      </thead>
      {companies.map((company) => (
        <Company key={company.name} company={company} />
      ))}
    </table>
  </div>
)
