/** The frame of the service's own HTML pages. They load nothing and run nothing, and each page holds its own style. */
import { HttpServerResponse } from "effect/http"

interface Content {
  /** A language tag (RFC 5646). */
  readonly language: string
  /** HTML, as in `style` and `body`. */
  readonly title: string
  readonly style: string
  readonly body: string
}

const html = ({ body, language, style, title }: Content): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`

/** Answers with a page. `policy` is added to its content security policy. */
export const response = (
  content: Content,
  status: number,
  policy: string,
  headers: Readonly<Record<string, string>> = {}
) =>
  HttpServerResponse.text(html(content), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; ${policy}`,
      ...headers
    }
  })
