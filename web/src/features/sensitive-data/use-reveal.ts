import { revealSeconds } from "@atoll/contract/sensitive-data/limits";
import { useEffect, useRef, useState } from "react";
import { errorMessage } from "../../lib/request/api-error.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { notify } from "../../ui/toast/toast.tsx";
import { copyRevealed, revealCard } from "./api.ts";

interface Revealed {
  id: string;
  value: string;
  /** By this page's own clock, which no wrong time of the device moves. */
  hidesAt: number;
}

/** The value of one card, for as long as it is shown. It is gone with the row, the page or the minute. */
export function useReveal(cardId: string) {
  const [revealed, setRevealed] = useState<Revealed>();
  const [secondsLeft, setSecondsLeft] = useState(revealSeconds);
  // A reveal whose answer was lost is sent again under its id, and recorded once.
  const attempt = useRef<{ id: string; reason: string }>(undefined);
  const hide = () => setRevealed(undefined);

  useEffect(() => {
    if (!revealed) return;
    const { hidesAt } = revealed;
    function tick() {
      const left = Math.ceil((hidesAt - performance.now()) / 1000);
      if (left <= 0) setRevealed(undefined);
      else setSecondsLeft(left);
    }
    const timer = setInterval(tick, 250);
    const end = () => setRevealed(undefined);
    // A page that the browser keeps for the way back must not come back with the value.
    window.addEventListener("pagehide", end);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", end);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [revealed]);

  async function reveal(reason: string): Promise<void> {
    if (attempt.current?.reason !== reason) attempt.current = { id: uuidv7(), reason };
    const { id } = attempt.current;
    const asked = performance.now();
    const { value } = await revealCard(cardId, { id, reason });
    attempt.current = undefined;
    setSecondsLeft(revealSeconds);
    setRevealed({ id, value, hidesAt: asked + revealSeconds * 1000 });
  }

  async function copy(): Promise<void> {
    if (!revealed) return;
    try {
      await navigator.clipboard.writeText(await copyRevealed(cardId, revealed.id));
      notify.success("Copied. The copy is recorded.");
    } catch (error) {
      notify.error(errorMessage(error, "Failed to copy"));
    }
  }

  return { revealed, secondsLeft, reveal, copy, hide };
}
