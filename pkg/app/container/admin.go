package container

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"path/filepath"

	"herald/pkg/app"
	"herald/pkg/app/container/trial"
	"herald/pkg/app/move"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/platform/sysuser"
)

// admin gives an installation its first administrator, or gives one that lost its access a new initial password.
func admin(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("admin", flag.ContinueOnError)
	login := flags.String("login", "admin", "what it signs in with")
	cfg, _, err := parse(flags, args, out)
	if err != nil {
		return err
	}
	return atHome(ctx, cfg, out, func(_ *move.Home, env *app.Env) error {
		if err := move.Check(ctx, env.DB); err != nil {
			return err
		}
		return appoint(ctx, env, *login, out)
	})
}

// appoint tells the new password, which is kept nowhere.
func appoint(ctx context.Context, env *app.Env, login string, out io.Writer) error {
	operator := sysuser.Operator{Users: env.Users(), Audit: auditlog.Log{DB: env.DB}, NewID: env.IDs.Next, Now: clock.System}
	password, made, err := operator.Appoint(ctx, login)
	if password == "" {
		return err
	}
	what := "has a new password, and its sessions ended"
	if made {
		what = "is there now"
	}
	_, _ = fmt.Fprintf(out, "Administrator %s %s.\nPassword: %s\nIt must be changed at the first sign-in.\n", login, what, password)
	return err
}

// serveTrial serves with an embedded database until ctx ends. The first start tells the administrator's password.
func serveTrial(ctx context.Context, folder string, out io.Writer) (err error) {
	if folder == "" {
		if folder, err = trial.Folder(); err != nil {
			return err
		}
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return err
	}
	if status, done, err := trial.Lower(ctx, folder, out); done {
		if err == nil && status != 0 {
			err = exitStatus(status)
		}
		return err
	}
	ctx, leave := signal.NotifyContext(ctx, trial.Orphaned)
	defer leave()
	stop, err := trial.Start(folder, out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	l, err := listen(cfg.Container.Listen) // before a password is told
	if err != nil {
		return err
	}
	if err := l.Close(); err != nil {
		return err
	}
	trial.Note(out, folder, cfg.Container.Console)
	err = atHome(ctx, cfg, out, func(_ *move.Home, env *app.Env) error {
		n, err := env.Users().Admins(ctx)
		if err != nil || n > 0 {
			return err
		}
		return appoint(ctx, env, "admin", out)
	})
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "Herald is at %s\n", cfg.PublicURL)
	return run(ctx, cfg)
}
