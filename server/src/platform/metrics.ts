import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ObserveQuery } from "./database/named-dialect.ts";
import type { Log } from "./log/log.ts";
import { logThrottled } from "./log/log-throttled.ts";
import type { SlowStatements } from "./operation/slow-statements.ts";

/** The metrics that monitoring reads at `/metrics`. Slices register their own here. */
export type Metrics = Registry;

/** A registry without anything in it. */
export function createMetrics(): Metrics {
  return new Registry();
}

/** Registers a figure, named `atoll_what_it_is`, which is read whenever somebody asks for the metrics. */
export type GaugeRegistrar = (name: string, help: string, read: () => number) => void;

/** Registers a count of what happened, named `atoll_what_it_is_total`. @returns what counts one more. */
export type CounterRegistrar = (name: string, help: string, label: string) => (value: string) => void;

/** Registers counts in one registry. */
export function countersOf(metrics: Metrics): CounterRegistrar {
  return (name, help, label) => {
    const counter = new Counter({ name, help, labelNames: [label], registers: [metrics] });
    return (value) => counter.inc({ [label]: value });
  };
}

/** Registers figures in one registry. */
export function gaugesOf(metrics: Metrics): GaugeRegistrar {
  return (name, help, read) => addGauge(metrics, name, help, read);
}

function addGauge(metrics: Metrics, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(read());
    },
  });
}

/** Memory, processor, garbage collection and the delay of the event loop. Once a process. */
export function watchProcess(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics });
}

/** How many connections to the database there are, and how many requests wait for one. */
export function watchPool(metrics: Metrics, pool: pg.Pool): void {
  const name = "atoll_database_connections";
  addGauge(metrics, name, "Open connections of the pool.", () => pool.totalCount);
  addGauge(metrics, `${name}_idle`, "Connections that nobody uses.", () => pool.idleCount);
  addGauge(metrics, `${name}_waited_for`, "Requests that wait for a connection.", () => pool.waitingCount);
}

/** A statement that takes longer is worth a look. */
const slowSeconds = 1;

/** How long statements take. A slow one is kept for the page about health, and is in the log once a minute at most. */
export function watchQueries(metrics: Metrics, log: Log, slowOnes?: SlowStatements): ObserveQuery {
  const durations = new Histogram({
    name: "atoll_database_query_seconds",
    help: "How long statements took, with their failures.",
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
    registers: [metrics],
  });
  const slow = new Counter({
    name: "atoll_database_slow_queries_total",
    help: `Statements that took ${slowSeconds} s or longer.`,
    registers: [metrics],
  });
  const throttled = logThrottled();
  return (seconds, text) => {
    durations.observe(seconds);
    if (seconds < slowSeconds) return;
    slow.inc();
    slowOnes?.add(seconds, text);
    throttled("slow", (times) =>
      log.warn({ seconds, times, statement: text.slice(0, 300) }, "slow statement"),
    );
  };
}
