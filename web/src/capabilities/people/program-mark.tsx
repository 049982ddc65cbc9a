import { Badge } from "../../ui/badge/badge.tsx";

/** Next to the name of a program that writes, so that nobody takes it for a person. */
export function ProgramMark() {
  return <Badge>Bot</Badge>;
}

/** Next to the name of a guest, so that everybody knows who reads along from outside the company. */
export function GuestMark() {
  return <Badge tone="warning">Guest</Badge>;
}
