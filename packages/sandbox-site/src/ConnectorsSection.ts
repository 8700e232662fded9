/** Generates a configuration file for a service that reaches the simulated companies through a connector over HTTP. */
import * as Sandbox from "@sheaf/adapters-sandbox"

interface ConnectorEndpoint {
  readonly url: string
  readonly secretFile?: string
}

type CompanyDescription = (typeof Sandbox.companyDescriptions)[number]

const entryOf = ({ availability, supported }: CompanyDescription) => {
  const { company, companyDisplayName, directory, loginMethods, maximumConsentValidityDays } = availability
  const { insurance, psd2Ais, wealth } = supported
  return {
    company,
    companyDisplayName,
    ...(directory && { directory }),
    loginMethods,
    ...(insurance.length > 0 && { insurance }),
    ...(wealth.length > 0 && { wealth }),
    ...(psd2Ais !== undefined && { psd2Ais }),
    ...(maximumConsentValidityDays !== undefined && { maximumConsentValidityDays })
  }
}

export const formatConfigFile = (connector: ConnectorEndpoint): string => {
  const members = Object.entries({ ...connector, allowPrivateAddresses: true, deviceHosts: [] })
  const companies = Sandbox.companyDescriptions.map((each) => `        ${JSON.stringify(entryOf(each))}`)
  return [
    '{\n  "connectors": [\n    {',
    ...members.map(([name, value]) => `      ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    `      "companies": [\n${companies.join(",\n")}\n      ]\n    }\n  ]\n}`
  ].join("\n")
}
