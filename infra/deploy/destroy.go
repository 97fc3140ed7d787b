package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation/types"
)

// holding are the types of resources that hold data, or without which data cannot be read.
var holding = []string{"AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::KMS::Key"}

// destroy deletes the stack and keeps what holds data. A stage that is not called staging needs FORCE=1, and every stage
// the name of its stack.
func (r *run) destroy(ctx context.Context) error {
	name := r.Context["name"]
	if err := r.step("account", func() (string, error) { return r.checkAccount(ctx) }); err != nil {
		return err
	}
	if !r.connected {
		return errors.New(signIn)
	}
	stays, err := r.staying(ctx, name)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.out, "\nThe stack %s in account %s, %s, would be deleted: console, API, websocket and workers end at once. The queues go\n"+
		"with their messages, so that work which waits is lost, and so are the keys of the origin and of email links.\n"+
		"What stays, and costs money:\n\n  %s\n\n"+
		"A new deployment under the name %s fails while these are there. infra/RUNBOOK.md says how they are removed.\n",
		name, r.Account, r.Region, strings.Join(stays, "\n  "), name)
	switch {
	case r.Stage.Name != "staging" && !r.force:
		return fmt.Errorf("%s is not destroyed without FORCE=1, as every stage but staging; nothing was changed", r.Stage.Name)
	case r.dry:
		return nil
	}
	r.yes = false // this question is always asked
	if err := r.confirm("delete the stack", name); err != nil {
		return err
	}
	return r.step("deletion", func() (string, error) {
		if _, err := r.aws.stacks.DeleteStack(ctx, &cloudformation.DeleteStackInput{StackName: &name}); err != nil {
			return "", err
		}
		return "the stack is gone", cloudformation.NewStackDeleteCompleteWaiter(r.aws.stacks).Wait(ctx,
			&cloudformation.DescribeStacksInput{StackName: &name}, time.Hour)
	})
}

// staying lists what the deployed stack keeps. A resource with data that would go is an error.
func (r *run) staying(ctx context.Context, name string) (lines []string, err error) {
	got, err := r.aws.stacks.GetTemplate(ctx, &cloudformation.GetTemplateInput{StackName: &name, TemplateStage: types.TemplateStageOriginal})
	if err != nil {
		return nil, fmt.Errorf("the stack %s: %w", name, err)
	}
	var template struct {
		Resources map[string]struct{ Type, DeletionPolicy string }
	}
	if err := json.Unmarshal([]byte(aws.ToString(got.TemplateBody)), &template); err != nil {
		return nil, fmt.Errorf("the template of %s: %w", name, err)
	}
	for _, id := range slices.Sorted(maps.Keys(template.Resources)) {
		of := template.Resources[id]
		if !slices.Contains(holding, of.Type) {
			continue
		}
		if of.DeletionPolicy != "Retain" {
			return nil, fmt.Errorf("%s (%s) would be deleted with its data: deploy the present description first", id, of.Type)
		}
		lines = append(lines, strings.TrimPrefix(of.Type, "AWS::")+" "+id)
	}
	return lines, nil
}
