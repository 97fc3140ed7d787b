package main

import (
	"context"
	"fmt"
	"time"

	"herald/localstack/client"
	"herald/pkg/kit/money"
)

func (j *job) signIn(ctx context.Context) (err error) {
	began := time.Now()
	if j.customer, err = j.dev.As(ctx, "customer"); err != nil {
		return err
	}
	if j.admin, err = j.dev.As(ctx, "admin"); err != nil {
		return err
	}
	me, err := j.customer.Me(ctx)
	if err != nil {
		return err
	}
	say("signed in  as %s (%s credits) and as the admin at %s in %.1f s", me.Name, me.Balance, j.dev.URL, time.Since(began).Seconds())
	return nil
}

// importFile uploads the file and brings it into a new collection.
func (j *job) importFile(ctx context.Context) (err error) {
	began := time.Now()
	up, err := j.customer.Upload(ctx, j.file.name, j.file.content)
	if err != nil {
		return err
	}
	say("upload     %s, %s bytes in %.2f s", up.Name, group(int(up.Size)), time.Since(began).Seconds())
	if j.collection, err = j.customer.AddCollection(ctx, "Demo "+began.Format("15:04:05"), j.country); err != nil {
		return err
	}
	began = time.Now()
	bar := newBar("import")
	j.imported, err = j.customer.Import(ctx, j.collection, up.ID, func(i client.Import) {
		bar.show(float64(i.Imported+i.Duplicated+i.Failed), float64(i.Total), i.Status)
	})
	bar.end()
	if err != nil {
		return err
	}
	i := j.imported
	say("imported   %s of %s rows in %.1f s; %s twice, %s wrong, of which the first: %s", group(i.Imported), group(i.Total), time.Since(began).Seconds(),
		group(i.Duplicated), group(i.Failed), firstError(i))
	if i.Status != "done" {
		return fmt.Errorf("the import ended as %s: %d %s", i.Status, i.Code, i.Message)
	}
	j.must(i.Total == i.Imported+i.Duplicated+i.Failed, "import: %d rows are not %d imported + %d duplicated + %d failed", i.Total, i.Imported, i.Duplicated, i.Failed)
	if w := j.file.want; w != nil {
		j.must(i.Total == w.Total && i.Imported == w.Imported && i.Duplicated == w.Duplicated && i.Failed == w.Failed,
			"import: %d rows, %d imported, %d duplicated, %d failed; the file has %d, %d, %d, %d", i.Total, i.Imported, i.Duplicated, i.Failed, w.Total, w.Imported, w.Duplicated, w.Failed)
		j.must(len(i.Errors) == min(100, w.Failed), "import: %d of %d errors are listed", len(i.Errors), w.Failed)
	}
	return nil
}

func firstError(i client.Import) string {
	if len(i.Errors) == 0 {
		return "none"
	}
	return fmt.Sprintf("line %d, %s: %s", i.Errors[0].Line, i.Errors[0].Number, i.Errors[0].Message)
}

// price asks for the estimate. A customer who has spent its credit in earlier runs is recharged, as an admin does on the telephone.
func (j *job) price(ctx context.Context) (err error) {
	began := time.Now()
	j.wish = client.Text("Demo "+began.Format("2006-01-02 15:04:05"), j.collection, j.country, "Olá! Black Friday: 30% em toda a loja até domingo.")
	if j.estimate, err = j.customer.Estimate(ctx, j.wish); err != nil {
		return err
	}
	e := j.estimate
	say("estimate   %s targets at %s = %s credits, balance %s, done by %s (%d ms)", group(e.Targets), e.Price, e.Cost, e.Balance, e.FinishTime.Local().Format("15:04:05"), time.Since(began).Milliseconds())
	j.must(e.Targets == j.imported.Imported, "estimate: %d targets of %d members", e.Targets, j.imported.Imported)
	j.must(e.Cost == e.Price*money.Amount(e.Targets), "estimate: %s is not %d × %s", e.Cost, e.Targets, e.Price)
	if e.Enough {
		return nil
	}
	missing := int64((e.Cost-e.Balance)/money.Credit) + 1
	say("recharge   %s credits were missing", group(int(missing)))
	return j.admin.Recharge(ctx, j.customer.UserID, missing, "")
}

func (j *job) submit(ctx context.Context) (err error) {
	began := time.Now()
	if j.order, err = j.customer.Submit(ctx, j.wish); err != nil {
		return err
	}
	say("submitted  order %s, %s credits reserved, accepted in %d ms", j.order.OrderNo, j.order.EstimatedCost, time.Since(began).Milliseconds())
	j.must(j.order.EstimatedCost == j.estimate.Cost, "order: costs %s, the estimate said %s", j.order.EstimatedCost, j.estimate.Cost)
	return nil
}

func (j *job) pass(ctx context.Context) error {
	if j.order.Status != client.Review {
		say("review     not needed: status %d", j.order.Status)
		return nil
	}
	began := time.Now()
	if err := j.admin.Judge(ctx, j.order.ID, true, ""); err != nil {
		return err
	}
	say("reviewed   passed by the admin in %d ms", time.Since(began).Milliseconds())
	return nil
}
