// compose.yaml and the Kubernetes manifests, read as their programs read them. AGENT_USAGE_TEST_KUBERNETES=DIR checks the manifests
// against Kubernetes' own schemas: npm install --prefix DIR kubernetes-models@4.5.1
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { DEPLOY, VARIABLES, yamlFile } from "../../../test/support/deploy/files.ts";
import { parseDatabase } from "../../src/settings/database.ts";
import { parseNetworks } from "../../src/settings/networks.ts";

const service = z.object({
  image: z.string().regex(/^[\w./-]+(?::[\w.-]+)?$/),
  build: z.object({ context: z.literal(".."), dockerfile: z.literal("deploy/Dockerfile") }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  volumes: z.array(z.string()).default([]),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
const compose = z.object({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
});

const isOurVariable = (name: string) => VARIABLES.has(name) || name === "PGPASSFILE";

test("compose.yaml names secrets, networks, volumes, files and settings that there are", async () => {
  const [document] = await yamlFile("compose.yaml");
  const { services, secrets, networks, volumes } = compose.parse(document);
  assert.deepEqual(Object.keys(services), ["collector1", "collector2", "db", "proxy"]);
  for (const [name, given] of Object.entries(services)) {
    for (const secret of given.secrets) assert.ok(Object.hasOwn(secrets, secret), secret);
    for (const network of given.networks) assert.ok(Object.hasOwn(networks, network), network);
    for (const other of Object.keys(given.depends_on)) assert.ok(Object.hasOwn(services, other), other);
    for (const volume of given.volumes) {
      const [from = ""] = volume.split(":");
      assert.ok(Object.hasOwn(volumes, from) || existsSync(join(DEPLOY, from)), from);
    }
    // Only the proxy is reached from outside.
    assert.equal(given.ports.length > 0, name === "proxy", name);
    assert.ok(given.security_opt.includes("no-new-privileges:true"), name);
    if (!name.startsWith("collector")) continue;
    assert.deepEqual([given.read_only, given.cap_drop], [true, ["ALL"]]);
    for (const variable of Object.keys(given.environment)) assert.ok(isOurVariable(variable), variable);
    assert.ok(parseDatabase(given.environment["AGENT_USAGE_COLLECTOR_DATABASE"] ?? ""));
    assert.ok(parseNetworks((given.environment["AGENT_USAGE_COLLECTOR_TRUST_PROXY"] ?? "").split(",")));
  }
  assert.ok(!JSON.stringify(document).includes("PASSWORD="));
});

interface Manifest {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
  readonly spec: unknown;
}

const probe = z.object({
  periodSeconds: z.number(),
  failureThreshold: z.number(),
  timeoutSeconds: z.number(),
  httpGet: z.strictObject({ path: z.string(), port: z.literal("https"), scheme: z.literal("HTTPS") }),
});
const container = z.object({
  name: z.string(),
  command: z.array(z.string()).optional(),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
});
const deployment = z.object({
  replicas: z.number().min(2),
  selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
  template: z.object({
    metadata: z.object({ labels: z.record(z.string(), z.string()) }),
    spec: z.object({
      securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
      initContainers: z.array(container),
      containers: z.tuple([container]),
      volumes: z.array(z.object({ name: z.string() })),
    }),
  }),
});

test("the manifests probe the collector, hold no secret, drop all rights, and choose the same pods", async () => {
  const manifests = (await yamlFile("kubernetes/collector.yaml")) as Manifest[];
  assert.deepEqual(
    manifests.map(({ kind }) => kind),
    ["Deployment", "Service", "PodDisruptionBudget"],
  );
  const [pods, balancer, budget] = manifests.map(({ spec }) => spec) as [unknown, Selecting, Selecting];
  const { selector, template } = deployment.parse(pods);
  assert.deepEqual(selector.matchLabels, template.metadata.labels);
  assert.deepEqual(balancer.selector, template.metadata.labels);
  assert.deepEqual(budget.selector, selector);
  const { initContainers, containers, volumes } = template.spec;
  const [{ env, readinessProbe, livenessProbe, startupProbe }] = containers;
  assert.equal(readinessProbe?.httpGet.path, "/readyz");
  // It answers within a second. A failover takes half a minute, and must not take out all pods.
  assert.ok(readinessProbe.timeoutSeconds >= 2);
  assert.ok(readinessProbe.periodSeconds * readinessProbe.failureThreshold >= 60);
  assert.deepEqual([livenessProbe?.httpGet.path, startupProbe?.httpGet.path], ["/livez", "/livez"]);
  for (const { name } of env) assert.ok(isOurVariable(name), name);
  assert.ok(parseDatabase(env.find(({ name }) => name.endsWith("_DATABASE"))?.value ?? ""));
  const mounts = [...initContainers, ...containers].flatMap(({ volumeMounts }) => volumeMounts);
  for (const { name } of mounts)
    assert.ok(
      volumes.some((volume) => volume.name === name),
      name,
    );
});

interface Selecting {
  readonly selector: unknown;
}

const models = process.env["AGENT_USAGE_TEST_KUBERNETES"];

test("the manifests are what Kubernetes' schemas ask for", {
  skip: models === undefined ? "AGENT_USAGE_TEST_KUBERNETES is not set" : false,
}, async () => {
  const load = createRequire(join(models ?? "", "package.json"));
  for (const manifest of (await yamlFile("kubernetes/collector.yaml")) as Manifest[]) {
    const kinds = load(`kubernetes-models/${manifest.apiVersion}`) as Record<
      string,
      new (
        given: Manifest,
      ) => { validate(): void }
    >;
    const Kind = kinds[manifest.kind];
    assert.ok(Kind, manifest.kind);
    new Kind(manifest).validate();
  }
});
