package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// refusal is an error of the caller's decision: nothing was written, and another try would decide alike.
type refusal struct{ error }

// Transact makes a transaction of two exchanges with the server: read adds the calls that lock and read, decide adds those that write.
// All of it is committed once, or nothing. The functions are called again when a connection breaks or another transaction is in the way.
// An error of decide is returned as it is.
//
// Once the commit was sent and the connection broke, the server is asked what became of the transaction, by its number. When the server
// crashed or a standby took over meanwhile, the number may be that of another transaction, and a commit under it may not be ours: the
// outcome is not known then. A transaction that waits for its client, whose connection is lost without a sign, is ended by the server after
// five seconds; one whose call arrived in part, by the keepalives of the connection after eleven.
func (d *Database) Transact(ctx context.Context, read func(*pgx.Batch), decide func(*pgx.Batch) error) error {
	for try := 0; ; try++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		sent, broken, err := d.try(ctx, read, decide)
		var refused refusal
		switch {
		case err == nil:
			return nil
		case errors.As(err, &refused):
			return refused.error
		case broken && sent.number != 0: // the connection broke at the commit: the server knows what became of it
			done, known := d.outcome(ctx, sent)
			if !known {
				return fmt.Errorf("%w: %w", ErrUnclear, errors.Join(ctx.Err(), err))
			}
			if done {
				return nil
			}
		case ctx.Err() != nil:
			return unanswered(broken, errors.Join(ctx.Err(), err))
		case !broken && !inTheWay(err) && !errors.Is(err, errNewHistory):
			return err
		}
		if try+1 == tries || inTheWay(err) && try+1 >= triesInTheWay {
			return finally(broken, err)
		}
		if e := pause(ctx, try); e != nil {
			return unanswered(broken, errors.Join(e, err))
		}
	}
}

// triesInTheWay bounds the tries of a transaction that waited for others in vain, two seconds each.
const triesInTheWay = 3

// inTheWay reports that the server gave up for another transaction: a lock was not to be had, or two waited for each other.
func inTheWay(err error) bool {
	switch code(err) {
	case "55P03", "40P01", "40001":
		return true
	}
	return false
}

func finally(broken bool, err error) error {
	if inTheWay(err) {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return unanswered(broken, err)
}

// commit names a transaction: by its number in a history of the server.
type commit struct {
	number  uint64
	history string
}

// try makes the transaction once. sent is a transaction whose commit was sent.
func (d *Database) try(ctx context.Context, read func(*pgx.Batch), decide func(*pgx.Batch) error) (sent commit, broken bool, err error) {
	broken, err = d.using(ctx, func(conn *pgx.Conn) error {
		var text string
		var history *string
		b := &pgx.Batch{}
		b.Queue("begin isolation level read committed")
		b.Queue("set local lock_timeout = '2s'")
		b.Queue("set local idle_in_transaction_session_timeout = '5s'")
		read(b)
		b.Queue("select pg_current_xact_id()::text, " + d.history).QueryRow(func(row pgx.Row) error { return row.Scan(&text, &history) })
		if err := conn.SendBatch(ctx, b).Close(); err != nil {
			rollback(ctx, conn)
			return err
		}
		if history == nil {
			rollback(ctx, conn)
			return d.beginHistory(ctx, conn)
		}
		b = &pgx.Batch{}
		if err := decide(b); err != nil {
			rollback(ctx, conn)
			return refusal{err}
		}
		number, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			rollback(ctx, conn)
			return err
		}
		sent = commit{number, *history}
		b.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
			if tag.String() != "COMMIT" {
				return errors.New("postgres: the transaction was rolled back")
			}
			return nil
		})
		err = conn.SendBatch(ctx, b).Close()
		if err != nil {
			rollback(ctx, conn)
		}
		return err
	})
	return sent, broken, err
}

// rollback gives the connection back without a transaction. One that cannot be rolled back is closed by the pool.
func rollback(ctx context.Context, conn *pgx.Conn) {
	if !conn.IsClosed() && conn.PgConn().TxStatus() != 'I' {
		_, _ = conn.Exec(ctx, "rollback")
	}
}

// errNewHistory: the transaction must be made again, because the server crashed before it.
var errNewHistory = errors.New("postgres: the server has a new history")

// beginHistory names the history of a server that crashed, or that was a standby, unless another client does it.
func (d *Database) beginHistory(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "insert into "+d.Table("server_history")+" default values on conflict do nothing"); err != nil {
		return err
	}
	return errNewHistory
}

// outcome asks whether a transaction was committed, and waits while it still runs.
func (d *Database) outcome(ctx context.Context, of commit) (done, known bool) {
	// Longer than the server waits for a client: five seconds, or eleven when the network is lost in the middle of a call (keepalives).
	ctx, cancel := context.WithTimeout(ctx, 13*time.Second)
	defer cancel()
	for try := 0; ; try++ {
		var status, history string
		_, err := d.using(ctx, func(conn *pgx.Conn) error {
			// A standby does not tell its history: one that is behind knows no number.
			return conn.QueryRow(ctx, "select coalesce("+d.history+", ''), coalesce(pg_xact_status($1::text::xid8), '')",
				strconv.FormatUint(of.number, 10)).Scan(&history, &status)
		})
		switch {
		case code(err) == unknownNumber:
			return false, true
		case err == nil && history != of.history: // only a commit can be that of another transaction
			return false, status == "aborted" || status == "in progress"
		case err == nil && status != "in progress":
			return status == "committed", status != ""
		}
		if pause(ctx, try+2) != nil {
			break
		}
	}
	return false, false
}

// unknownNumber is the server's code for a transaction that it does not know yet: one that a crash has wiped out.
const unknownNumber = "22023"
