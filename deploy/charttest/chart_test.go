package charttest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

var update = flag.Bool("update", false, "write the golden files anew")

const chart = "../chart/herald"

// render gives the chart's manifests for values, as helm template does.
func render(t *testing.T, values string) (string, error) {
	t.Helper()
	loaded, err := loader.Load(chart)
	if err != nil {
		t.Fatal(err)
	}
	given, err := chartutil.ReadValues([]byte(values))
	if err != nil {
		t.Fatal(err)
	}
	all, err := chartutil.ToRenderValues(loaded, given, chartutil.ReleaseOptions{Name: "herald", Namespace: "messaging", IsInstall: true},
		chartutil.DefaultCapabilities)
	if err != nil {
		return "", err
	}
	files, err := engine.Render(loaded, all)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if body := strings.TrimSpace(files[name]); body != "" && strings.HasSuffix(name, ".yaml") {
			fmt.Fprintf(&text, "---\n# Source: %s\n%s\n", name, body)
		}
	}
	return text.String(), nil
}

// The golden files show what each set of values in testdata makes; -update writes them.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.values.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no values", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			values, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := render(t, string(values))
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.Replace(file, ".values.yaml", ".golden.yaml", 1)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is not what the chart makes; read the difference after -update", golden)
			}
			strict(t, got)
		})
	}
}

// strict reads each manifest into the type of its kind, which refuses unknown and duplicate fields.
func strict(t *testing.T, text string) {
	t.Helper()
	kinds := map[string]func() any{
		"Deployment": func() any { return &apps.Deployment{} }, "Service": func() any { return &core.Service{} },
		"ConfigMap": func() any { return &core.ConfigMap{} }, "Secret": func() any { return &core.Secret{} },
		"ServiceAccount": func() any { return &core.ServiceAccount{} }, "Ingress": func() any { return &networking.Ingress{} },
		"NetworkPolicy": func() any { return &networking.NetworkPolicy{} }, "PodDisruptionBudget": func() any { return &policy.PodDisruptionBudget{} },
		"HorizontalPodAutoscaler": func() any { return &autoscaling.HorizontalPodAutoscaler{} },
		"ServiceMonitor":          func() any { return &map[string]any{} }, // a resource of the Prometheus operator
	}
	for _, document := range strings.Split(text, "---\n")[1:] {
		var head struct {
			Kind     string
			Metadata struct{ Name string }
		}
		if err := yaml.Unmarshal([]byte(document), &head); err != nil || kinds[head.Kind] == nil || head.Metadata.Name == "" {
			t.Fatalf("%v in\n%s", err, document)
		}
		into := kinds[head.Kind]()
		if err := yaml.UnmarshalStrict([]byte(document), into); err != nil {
			t.Errorf("%s: %v", head.Kind, err)
		}
		if d, ok := into.(*apps.Deployment); ok {
			pod(t, d)
		}
	}
}

// pod checks what every Deployment of the chart has.
func pod(t *testing.T, d *apps.Deployment) {
	t.Helper()
	spec, c := d.Spec.Template.Spec, d.Spec.Template.Spec.Containers[0]
	if s := spec.SecurityContext; s == nil || !*s.RunAsNonRoot || *s.RunAsUser != 65532 {
		t.Errorf("runs as %+v", s)
	}
	if s := c.SecurityContext; s == nil || !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation || len(s.Capabilities.Drop) != 1 {
		t.Errorf("may do %+v", s)
	}
	if c.LivenessProbe.HTTPGet.Path != "/healthz" || c.ReadinessProbe.HTTPGet.Path != "/readyz" || c.StartupProbe == nil {
		t.Error("probes")
	}
	if len(c.Env) > 0 || len(c.EnvFrom) != 2 || c.Resources.Requests.Memory().IsZero() || c.Resources.Limits.Memory().IsZero() {
		t.Errorf("%+v", c)
	}
	for key, value := range d.Spec.Selector.MatchLabels {
		if d.Spec.Template.Labels[key] != value {
			t.Errorf("the selector misses its pods by %s", key)
		}
	}
	if len(spec.TopologySpreadConstraints) != 2 || *spec.TerminationGracePeriodSeconds < 135 {
		t.Errorf("%+v", spec)
	}
}

const least = `
publicUrl: https://herald.example
existingSecret: herald-secrets
`

// Bad values give a sentence that says what to do.
func TestBadValues(t *testing.T) {
	for values, want := range map[string]string{
		"{}": "Set publicUrl to the https address of the console", "publicUrl: http://herald.example": "Set publicUrl to the https address",
		"publicUrl: https://herald.example":                        "Set existingSecret, or secretValues.HERALD_POSTGRES_URL",
		least + "secretValues: {HERALD_SECRET_AUTH_KEY: k}":        "Set existingSecret or secretValues, not both.",
		least + "settings: {HERALD_STOP_SECONDS: '5'}":             "Remove HERALD_STOP_SECONDS from settings: the chart sets it.",
		least + "settings: {HERALD_SECRET_AUTH_KEY: k}":            "Move HERALD_SECRET_AUTH_KEY from settings",
		least + "settings: {HERALD_WORKERS: 4}":                    "/settings/HERALD_WORKERS",
		least + "replicas: two":                                    "replicas",
		least + "replica: 3":                                       "replica",
		least + "autoscaling: {enabled: true, maxReplicas: 1}":     "Set autoscaling.maxReplicas to at least autoscaling.minReplicas.",
		least + "image: {repository: herald, pullPolicy: Always2}": "pullPolicy",
	} {
		if _, err := render(t, values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", values, err)
		}
	}
}
