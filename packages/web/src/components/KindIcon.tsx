/** Small drawings for kinds of products, beside their names. */
import "./KindIcon.css"

const shield = "M12 3.500 19 6v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15.200 10"

/** Each kind's lines, on a grid of 24. */
const drawings = {
  vehicleInsurance:
    "M3 16v-3l2-5q.5-1 1.700-1h10.600q1.200 0 1.700 1l2 5v3zM3 13h18M5 16v2.500M19 16v2.500M7 13.500h.01M17 13.500h.01",
  houseContentInsurance: "M4 11 12 4l8 7M6 9.500V20h12V9.500M10 20v-5.500h4V20",
  animalInsurance:
    "M12 12.500c-3.500 0-6 3-6 5.300 0 1.800 1.500 2.700 3 2.700 1.200 0 2-.5 3-.5s1.800.5 3 .5c1.500 0 3-.9 3-2.700 0-2.300-2.500-5.300-6-5.300zM5.200 12.800a1.500 1.900 0 1 0-.01 0zM9.300 8.800a1.500 2 0 1 0-.01 0zM14.700 8.800a1.500 2 0 1 0-.01 0zM18.800 12.800a1.500 1.900 0 1 0-.01 0z",
  personInsurance: "M12 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM5 20c.5-4 3.300-6 7-6s6.500 2 7 6z",
  generalInsurance: shield,
  insurances: shield,
  pensions: "M4 12a8 8 0 0 1 16 0zM12 4V2.500M12 12v6.500a2 2 0 0 1-4 0",
  savings:
    "M12 8c4 0 7-1 7-2.500S16 3 12 3 5 4 5 5.500 8 8 12 8zM5 5.500v6.500C5 13.500 8 14.500 12 14.500s7-1 7-2.500V5.500M5 12v6.500C5 20 8 21 12 21s7-1 7-2.500V12",
  investments: "M4 19h16M4 15l5-5 4 3.500L20 6M15.500 6H20v4.500",
  loans:
    "M6 18 18 6M8 9.500A1.500 1.500 0 1 0 8 6.500a1.500 1.500 0 0 0 0 3zM16 17.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z",
  accounts: "M3.500 6.500h17v11h-17zM3.500 10h17M7 14h3.500"
} as const

export type IconName = keyof typeof drawings

export const KindIcon = ({ kind }: { readonly kind: IconName }) => (
  <span class="kind-icon" aria-hidden="true">
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={drawings[kind]} />
    </svg>
  </span>
)
