package container

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/app/move"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
)

// export writes all data to a folder.
func export(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	live := flags.Bool("live", false, "export while the product serves, as a rehearsal")
	cfg, rest, err := parse(flags, args, out)
	if err != nil {
		return err
	}
	folder, err := oneFolder(rest)
	if err != nil {
		return err
	}
	return atHome(ctx, cfg, out, func(h *move.Home, env *app.Env) error {
		return h.Export(ctx, folder, move.Options{ID: env.IDs.Next(), Live: *live, Out: out})
	})
}

// importFolder fills a new installation from a folder.
func importFolder(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("import", flag.ContinueOnError)
	other := flags.Bool("new-keys", false, "accept other keys than at the source, and lose what they seal")
	trial := flags.Bool("rehearsal", false, "accept an export that was made while the source served")
	cfg, rest, err := parse(flags, args, out)
	if err != nil {
		return err
	}
	folder, err := oneFolder(rest)
	if err != nil {
		return err
	}
	return atHome(ctx, cfg, out, func(h *move.Home, _ *app.Env) error {
		return h.Import(ctx, folder, move.ImportOptions{NewKeys: *other, Rehearsal: *trial, Out: out})
	})
}

// reconcile checks the books of an installation, which may be served meanwhile.
func reconcile(ctx context.Context, args []string, out io.Writer) error {
	cfg, _, err := parse(flag.NewFlagSet("reconcile", flag.ContinueOnError), args, out)
	if err != nil {
		return err
	}
	return atHome(ctx, cfg, out, func(h *move.Home, _ *app.Env) error { return books(ctx, h, out) })
}

// books prints the books of an installation. Differences, and data of which an import has brought a part only, are errors.
func books(ctx context.Context, h *move.Home, out io.Writer) error {
	found, differences, err := h.ReadBooks(ctx)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "books: %s\n", found) // nowhere to report to
	for _, d := range differences {
		_, _ = fmt.Fprintf(out, "  %s\n", d)
	}
	if found.Found > 0 {
		return move.ErrDiffers
	}
	return move.Whole(ctx, h.DB)
}

// reopen lets an exported installation be served again.
func reopen(ctx context.Context, args []string, out io.Writer) error {
	cfg, _, err := parse(flag.NewFlagSet("reopen", flag.ContinueOnError), args, out)
	if err != nil {
		return err
	}
	return atHome(ctx, cfg, out, func(_ *move.Home, env *app.Env) error { return move.Reopen(ctx, env.DB) })
}

// oneFolder is the argument of an export and of an import.
func oneFolder(args []string) (string, error) {
	if len(args) != 1 {
		return "", errors.New("name one folder: herald export DIR, or herald import DIR")
	}
	return args[0], nil
}

// atHome does something with the data of an installation that is not served by this process, and that has its keys.
func atHome(ctx context.Context, cfg *config.Config, out io.Writer, do func(h *move.Home, env *app.Env) error) error {
	if err := check(cfg); err != nil {
		return err
	}
	env, err := app.EnvOf(ctx, cfg, manifest.AllInOne, platformCredentials(cfg.Container))
	if err != nil {
		return err
	}
	var d *database
	if cfg.Container.Postgres.URL != "" {
		if d, err = openDatabase(ctx, cfg.Container.Postgres, env); err != nil {
			return err
		}
		defer d.leaveConnections(ctx)
	}
	if err := ours(ctx, env.DB, fingerprints(cfg)); err != nil {
		return err
	}
	return do(homeOf(env, d, out), env)
}

// homeOf describes where an installation keeps its data; d is nil on AWS.
func homeOf(env *app.Env, d *database, out io.Writer) *move.Home {
	cfg, a := env.Config, env.AWS
	h := &move.Home{Name: cfg.Name, Kind: "aws", FilesKind: "s3", DB: env.DB, Ledger: env.Ledger(), Now: clock.System, Address: cfg.PublicURL,
		Buckets: []string{"upload", "file"}, Keys: fingerprints(cfg)}
	for _, t := range manifest.Tables {
		h.Tables = append(h.Tables, t.Name)
	}
	for _, c := range manifest.Consumers {
		h.QueueNames = append(h.QueueNames, c.Name)
	}
	if d == nil {
		tables := dynamodb.NewFromConfig(a, func(o *dynamodb.Options) { o.BaseEndpoint = cfg.EndpointOf("dynamodb", o.BaseEndpoint) })
		h.Rows = move.DynamoRows{Client: tables, Name: cfg.Name, DB: env.DB}
		queues := sqs.NewFromConfig(cfg.Waiting(a), func(o *sqs.Options) { o.BaseEndpoint = cfg.EndpointOf("sqs", o.BaseEndpoint) })
		h.Messages = move.SQSMessages{Client: queues, URLs: cfg.Queues, Now: clock.System, Wait: move.WaitFor,
			Say: func(text string) { _, _ = fmt.Fprintln(out, text) }} // nowhere to report to
	} else {
		h.Kind, h.Rows, h.Messages = "postgres", move.PostgresRows{DB: d.rows}, move.PostgresMessages{Queues: d.queues}
		holder := "move " + env.IDs.Next()
		h.Exclusive = func(ctx context.Context) (bool, error) {
			if served, err := d.Attended(ctx); err != nil || served { // by a copy that does not do the minute's work
				return false, err
			}
			return d.Lease(ctx, "tick", holder, tickLease)
		}
		h.End = func(ctx context.Context) error { return d.Release(ctx, "tick", holder) }
	}
	if d.hasFiles() {
		h.FilesKind, h.Files = "postgres", move.PostgresFiles{Files: d.files}
		return h
	}
	files := s3.NewFromConfig(a, func(o *s3.Options) {
		o.BaseEndpoint = cfg.EndpointOf("s3", o.BaseEndpoint)
		o.UsePathStyle = o.BaseEndpoint != nil
	})
	h.Files = move.S3Files{Client: files, Buckets: cfg.Buckets}
	return h
}

// fingerprints tell keys that seal data apart without showing them, by the variables that hold them.
func fingerprints(c *config.Config) map[string][]string {
	all := map[string][]string{}
	for name, keys := range map[string][][]byte{
		"HERALD_SECRET_AUTH_KEY":      c.SealKeys,
		"HERALD_SECRET_LINK_KEY":      c.LinkKeys,
		"HERALD_SECRET_PROVIDER_SEAL": c.Adapters.Seals(manifest.ProviderSeal),
		"HERALD_SECRET_SPEECH_SEAL":   c.Adapters.Seals(manifest.SpeechSeal),
	} {
		for _, key := range keys {
			if len(key) == 0 {
				continue
			}
			mac := hmac.New(sha256.New, key)
			mac.Write([]byte("herald fingerprint of a key"))
			all[name] = append(all[name], hex.EncodeToString(mac.Sum(nil)[:8]))
		}
	}
	return all
}
