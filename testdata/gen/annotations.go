package main

import (
	"context"
	"fmt"
	"runtime/trace"
	"strings"
	"time"
)

// Names that a viewer must show without harm.
var hostile = []string{
	"plain",
	"",
	" leading and trailing ",
	"colour \x1b[31;1mred\x1b[0m",
	"title \x1b]0;owned\x07",
	"clear \x1b[2J\x1b[H",
	"C1 \u009b31m and raw \x9b31m",
	"line one\nline two\r\n\tindented",
	"nul \x00 del \x7f bell \a backspace \b\b\b",
	"not UTF-8: \xff \xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80",
	"cut short \xe2\x82",
	"right to left \u202egnp.exe\u202c and \u2066isolate\u2069",
	"שלום עולם",
	"标题：处理请求",
	"combining a\u0301\u0323\u0308 z\u0338\u0351\u0489",
	"emoji 👩🏽‍🚀 👨‍👩‍👧‍👦 🇨🇿 ❤️",
	"zero width \u200b\u200d\ufeff end",
	"quotes \" ' ` \\ and, commas; =formula|<b>&amp;",
	"%s %n %x $(id) `id`",
	strings.Repeat("long ", 250),
}

var before struct {
	ctx  context.Context
	task *trace.Task
}

// annotateBefore begins a task that the trace sees only the end of.
func annotateBefore() {
	before.ctx, before.task = trace.NewTask(context.Background(), "begun before the trace")
}

// annotate: tasks, regions and logs of every shape and name.
func annotate() {
	trace.Log(before.ctx, "early", "log of a task begun before the trace")
	each(len(hostile), func(i int) { oneRequest(i, hostile[i]) })
	nested(before.ctx, 6)
	trace.WithRegion(context.Background(), "region without a task", func() { burn(2000) })
	trace.Log(context.Background(), "no task", "log without a task")
	before.task.End()
	trace.NewTask(context.Background(), "never ended")
}

func oneRequest(i int, name string) {
	ctx, task := trace.NewTask(context.Background(), name)
	trace.Log(ctx, name, "message "+name)
	trace.Logf(ctx, "number", "request %d", i)
	trace.WithRegion(ctx, name, func() {
		trace.WithRegion(ctx, "inner "+fmt.Sprint(i%3), func() { burn(5000) })
	})
	done := make(chan bool)
	go func() { // ends on another goroutine
		defer trace.StartRegion(ctx, "elsewhere").End()
		time.Sleep(50 * time.Microsecond)
		if i%4 != 3 {
			task.End()
		}
		close(done)
	}()
	<-done
	if i%5 == 0 {
		trace.StartRegion(ctx, "left open")
	}
}

func nested(ctx context.Context, depth int) {
	if depth == 0 {
		return
	}
	ctx, task := trace.NewTask(ctx, fmt.Sprintf("level %d", depth))
	defer task.End()
	trace.WithRegion(ctx, "work", func() { burn(1000) })
	nested(ctx, depth-1)
}
