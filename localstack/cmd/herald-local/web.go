package main

import (
	"context"
	"os"
)

// buildWeb makes web/out when the sources of the console have changed.
func (p project) buildWeb(ctx context.Context) (string, error) {
	if !p.has("web", "package.json") {
		return "no web/ yet", nil
	}
	if _, err := p.node(ctx, "web"); err != nil {
		return "", err
	}
	digest, err := p.digest("web")
	if err != nil {
		return "", err
	}
	stamp := p.path(".build", "web.sum")
	if !p.has("web", "out", "index.html") {
		_ = os.Remove(stamp) // may not exist either
	}
	err = p.once(stamp, digest, func() error {
		return command(ctx, p.path(".local", "logs", "web.log"), p.path("web"), append(os.Environ(), "NEXT_TELEMETRY_DISABLED=1"), "npm", "run",
			"build")
	})
	if err != nil && ctx.Err() == nil {
		// The rest of the product is worth running; the browser tests fail on what is missing.
		return "NOT BUILT, see .local/logs/web.log", nil
	}
	return "console in web/out", err
}
