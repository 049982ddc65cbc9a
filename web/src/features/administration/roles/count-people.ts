/** "1 person", "4 people". */
export function countPeople(count: number): string {
  return `${count} ${count === 1 ? "person" : "people"}`;
}
