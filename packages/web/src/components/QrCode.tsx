/**
 * A QR code as SVG. The code stays black on white in the dark theme, because some cameras cannot read inverted codes.
 */
import { correction, generate } from "lean-qr"
import { toSvgPath } from "lean-qr/extras/svg"
import "./QrCode.css"

export interface QrCodeProps {
  /** The text that the code holds. */
  readonly text: string
  /** The description for screen readers. */
  readonly label: string
}

/** The margin around the code, in modules (ISO/IEC 18004). */
const quietZone = 4

export const QrCode = ({ label, text }: QrCodeProps) => {
  const code = generate(text, { minCorrectionLevel: correction.L })
  const side = code.size + 2 * quietZone
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shape-rendering="crispEdges"
    >
      <path d={toSvgPath(code)} />
    </svg>
  )
}
