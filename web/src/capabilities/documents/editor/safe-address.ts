const webAddress = /^(?:https?:\/\/[^\s/]|mailto:[^\s]|\/(?![/\\]))/i;

/** Whether a link of a document may lead there: the web, mail, or a page of this workspace. As the server judges. */
export function isSafeAddress(address: string): boolean {
  return address.length <= 2000 && webAddress.test(address) && URL.canParse(address, location.origin);
}
