package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
)

// makeConsole is the command. The variables NEXT_PUBLIC_… of the environment are part of the build.
func makeConsole(ctx context.Context, p project, _ []string) error {
	if err := p.ignored(".build"); err != nil {
		return err
	}
	if err := newConsole().step("console", p.buildWeb)(ctx); err != nil {
		return err
	}
	digest, err := p.webDigest()
	if err != nil {
		return err
	}
	if built, err := os.ReadFile(p.path(".build", "web.sum")); err != nil || string(built) != digest {
		return errors.New("the console was not built; .local/logs/web.log says why")
	}
	return nil
}

// webDigest is of all that a build of the console is made of.
func (p project) webDigest() (string, error) {
	digest, err := p.digest("web")
	return digest + buildVariables(), err
}

// buildVariables are those that a build of the console keeps, in a fixed order.
func buildVariables() string {
	all := slices.DeleteFunc(os.Environ(), func(v string) bool { return !strings.HasPrefix(v, "NEXT_PUBLIC_") })
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// buildWeb makes web/out when the sources of the console have changed. The tests check its types.
func (p project) buildWeb(ctx context.Context) (string, error) {
	if !p.has("web", "package.json") {
		return "no web/ yet", nil
	}
	if _, err := p.node(ctx, "web"); err != nil {
		return "", err
	}
	digest, err := p.webDigest()
	if err != nil {
		return "", err
	}
	stamp := p.path(".build", "web.sum")
	if !p.has("web", "out", "index.html") {
		_ = os.Remove(stamp) // may not exist either
	}
	err = p.once(stamp, digest, func() error {
		env := append(os.Environ(), "NEXT_TELEMETRY_DISABLED=1", "TYPES=unchecked")
		return command(ctx, p.path(".local", "logs", "web.log"), p.path("web"), env, "npm", "run", "build")
	})
	if err != nil && ctx.Err() == nil {
		// The rest of the product is worth running; the browser tests fail on what is missing.
		return "NOT BUILT, see .local/logs/web.log", nil
	}
	return "console in web/out", err
}
