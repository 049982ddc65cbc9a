declare const self: ServiceWorkerGlobalScope;

/** The event when a browser has replaced a subscription. Browsers may leave out parts of it. */
type Change = ExtendableEvent & {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};

/**
 * The browser has replaced its subscription: the server is told, by the keys of the one before, which nobody else has.
 * Where that does not work the next start of a page sees to it.
 */
export async function renewPush(event: Change): Promise<void> {
  const before = event.oldSubscription;
  if (!before) return;
  const after = event.newSubscription ?? (await self.registration.pushManager.subscribe(before.options));
  await fetch("/api/push/renewal", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ before: described(before), after: described(after) }),
  });
}

function described(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, keys };
}
