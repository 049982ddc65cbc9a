import { Badge } from "../../ui/badge/badge.tsx";

/** Next to the name of a program that writes, so that nobody takes it for a person. */
export function ProgramMark() {
  return <Badge>Bot</Badge>;
}
